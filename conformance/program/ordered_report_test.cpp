// SPDX-License-Identifier: Apache-2.0
// OrderedReport: order, memory bound, and write errors, with several threads.
#include "conformance/program/ordered_report.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;
using hallmark::program::OrderedReport;
using hallmark::program::Output;
using hallmark::program::OutputError;
using hallmark::reports::ReportForm;
using hallmark::reports::ReportStyle;

namespace {

constexpr std::size_t inputs = 500;
const std::vector<hallmark::program::Input> files(inputs);
constexpr std::uint64_t most = 10'000;

ReportStyle style(ReportForm form) {
  return {.form = form, .profile = hallmark::Profile::strict, .colour = false, .quiet = true};
}

std::string text_of(std::size_t input, std::size_t part = 0) {
  return std::to_string(input) + '.' + std::to_string(part) + std::string(90, ' ') + '\n';
}

void add_reports(OrderedReport& report, std::size_t input, std::size_t parts = 1) {
  for (std::size_t part = 0; part < parts; ++part) report.add(input, {}, text_of(input, part), part + 1 == parts);
}

// Fast threads process every input but the first, which is slow.
class Quick {
 public:
  explicit Quick(OrderedReport& report) {
    for (int i = 0; i < 4; ++i) threads_.emplace_back([this, &report] { work(report); });
  }
  Quick(const Quick&) = delete;
  Quick& operator=(const Quick&) = delete;
  ~Quick() { join(); }

  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  // settled returns the number of inputs taken once it no longer grows.
  [[nodiscard]] std::size_t settled() const {
    std::size_t before = 0;
    for (int quiet = 0; before == 0 || quiet < 20; ++quiet) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (taken_ != before) quiet = 0;
      before = taken_;
    }
    return before;
  }

 private:
  void work(OrderedReport& report) {
    for (std::size_t i = begun_++; i < inputs && !report.stopped(); i = begun_++) {
      add_reports(report, i);
      ++taken_;
    }
  }

  std::atomic<std::size_t> begun_ = 1;
  std::atomic<std::size_t> taken_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace

TEST_CASE_METHOD(InFolder, "after a slow input no more than a bound waits, and the report keeps its order") {
  Output output(folder.path("report"));
  OrderedReport report(output, style(ReportForm::text), files, most);
  Quick quick(report);
  const std::size_t waiting = quick.settled();
  CHECK(waiting > 0);
  CHECK(waiting * (text_of(inputs).size() + OrderedReport::cost_of_report) <= most);
  add_reports(report, 0, 1000);  // the first input never waits, however long its reports are
  quick.join();
  report.finish(0);
  CHECK(report.summary().inputs == inputs + 999);
  std::string expected;
  for (std::size_t part = 0; part < 1000; ++part) expected += text_of(0, part);
  for (std::size_t i = 1; i < inputs; ++i) expected += text_of(i);
  CHECK(folder.read("report") == expected);
}

TEST_CASE_METHOD(InFolder, "ndjson reports are written at once") {
  Output output(folder.path("report"));
  OrderedReport report(output, style(ReportForm::ndjson), files, most);
  Quick quick(report);
  quick.join();
  add_reports(report, 0);
  report.finish(0);
  CHECK(report.summary().inputs == inputs);
}

TEST_CASE_METHOD(InFolder, "one thread never waits, and a report larger than the bound comes in its turn") {
  Output output(folder.path("report"));
  OrderedReport report(output, style(ReportForm::text), std::span(files).first(4), 1);
  add_reports(report, 0);
  std::thread third([&] { add_reports(report, 2, 3); });
  std::thread second([&] { add_reports(report, 1, 2); });
  second.join();
  third.join();
  add_reports(report, 3);
  report.finish(0);
  CHECK(report.summary().inputs == 7);
  CHECK(folder.read("report") ==
        text_of(0) + text_of(1) + text_of(1, 1) + text_of(2) + text_of(2, 1) + text_of(2, 2) + text_of(3));
}

TEST_CASE_METHOD(InFolder, "who waits is let go when the report cannot be finished") {
  SECTION("a thread fails") {
    Output output(folder.path("report"));
    OrderedReport report(output, style(ReportForm::text), files, most);
    Quick quick(report);
    CHECK(quick.settled() < inputs / 2);
    report.fail(std::make_exception_ptr(std::runtime_error("first")));
    report.fail(std::make_exception_ptr(std::runtime_error("second")));
    quick.join();
    CHECK(report.stopped());
    CHECK_THROWS_WITH(report.finish(0), "first");
  }
  SECTION("the report cannot be written") {
    Output output("/dev/full");
    OrderedReport report(output, style(ReportForm::text), files, most);
    Quick quick(report);
    CHECK(quick.settled() < inputs / 2);
    report.add(0, {}, std::string(std::size_t{1} << 20, 'x'), true);
    quick.join();
    CHECK(report.stopped());
    CHECK_THROWS_AS(report.finish(0), OutputError);
  }
}
