// OrderedReport: one report out of what several threads find.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "conformance/program/output.hpp"
#include "conformance/program/progress.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

// OrderedReport takes finished reports from several threads and writes them: ndjson as they come, the other forms in
// the order of the inputs, so that a report does not depend on -j. What is finished behind a slow input waits in
// memory, up to a bound; then the threads wait. Inputs must be begun in their order: so the thread that has the first
// unfinished one, which never waits, ends all waiting.
class OrderedReport {
 public:
  static constexpr std::uint64_t most_kept = std::uint64_t{16} << 20;  // bytes
  static constexpr std::uint64_t cost_of_report = 256;                 // beside its text

  OrderedReport(Output& output, const reports::ReportStyle& style, std::uint64_t total, std::uint64_t most = most_kept);

  [[nodiscard]] const reports::ValidationWriter& writer() const noexcept { return writer_; }
  // stopped says that the report cannot be written any more: further work is in vain.
  [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  // `index` is that of the input, `last` says that no further report of it follows.
  void take(std::size_t index, const reports::InputReport& report, std::string text, bool last);
  // fail remembers the first reason to give up, and lets nobody wait any longer.
  void fail(std::exception_ptr failure);
  // finish ends the report and gives the sums; throws what went wrong.
  reports::Summary finish(std::uint64_t skipped);

 private:
  // Reports of one input that cannot be written yet.
  struct Waiting {
    std::vector<std::string> texts;
    bool complete = false;
  };

  void stop(std::exception_ptr failure);
  void put_in_order(std::size_t index, std::string text, bool last);
  void put_waiting();
  void put(const std::string& text);

  Output& output_;
  reports::ValidationWriter writer_;
  bool ordered_;
  std::uint64_t most_;
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable advanced_;        // next_ or stopped_ has changed
  std::map<std::size_t, Waiting> waiting_;  // by input: judged before their predecessors
  std::uint64_t kept_ = 0;                  // bytes of those
  std::size_t next_ = 0;                    // the input whose reports are written as they come
  std::uint64_t written_ = 0;               // reports
  std::uint64_t finished_ = 0;              // inputs
  reports::Summary summary_;
  std::exception_ptr failure_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace hallmark::program
