// SPDX-License-Identifier: Apache-2.0
// OrderedReport: merges the reports of several threads into one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "conformance/program/inputs.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/progress.hpp"
#include "reports/validation.hpp"

namespace hallmark::program {

// OrderedReport receives finished reports from several threads and writes them: ndjson at once, the other forms in the
// order of the inputs, so that a report does not depend on -j. Reports that overtake a slow input are kept in memory up
// to a bound; beyond it their threads wait. There is no deadlock if inputs are started in order: the thread with the
// first unfinished input never waits.
class OrderedReport {
 public:
  static constexpr std::uint64_t most_kept = std::uint64_t{16} << 20;  // bytes
  static constexpr std::uint64_t cost_of_report = 256;                 // added to the size of its text

  OrderedReport(Output& output, const reports::ReportStyle& style, std::span<const Input> inputs,
                std::uint64_t most = most_kept);

  // tell_all says on standard error as what each input was checked. Call it before the first `add`.
  void tell_all() { telling_ = true; }

  // rendered returns a report as `add` takes it. It may be called by several threads.
  [[nodiscard]] std::string rendered(const reports::InputReport& report, Bytes bytes, Bytes body) const;
  // stopped returns true once the report takes no more inputs; threads should then stop.
  [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  // add takes the next report of input `index`; `last` is true for the last one.
  void add(std::size_t index, const reports::InputReport& report, std::string text, bool last);
  // fail keeps the first exception and wakes all waiting threads.
  void fail(std::exception_ptr failure);
  // show_progress keeps the progress bar alive during a long input.
  void show_progress();
  // interrupt takes no more reports, and writes those that wait for a slow input.
  void interrupt();
  // finish ends the report; rethrows the exception given to fail.
  void finish(std::uint64_t skipped, const std::map<std::string, std::uint64_t>& kinds = {});
  // summary of what was added so far.
  [[nodiscard]] const reports::Summary& summary() const noexcept { return summary_; }
  // finished returns the number of inputs that were examined to their end.
  [[nodiscard]] std::uint64_t finished() const noexcept { return done_.count; }

 private:
  // What is written of one report, and said of it on standard error.
  struct Piece {
    std::string text;
    std::string told;

    [[nodiscard]] std::uint64_t cost() const noexcept { return text.size() + told.size() + cost_of_report; }
  };
  // The reports of one input that cannot be written yet.
  struct Waiting {
    std::vector<Piece> pieces;
    bool complete = false;
  };

  void stop(std::exception_ptr failure);
  void write_in_order(std::size_t index, Piece piece, bool last);
  void write(const Piece& piece);

  std::span<const Input> inputs_;
  Output& output_;
  reports::ValidationWriter writer_;
  bool counting_;  // rules, in place of inputs
  bool ordered_;
  bool telling_ = false;
  std::uint64_t most_;
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable advanced_;        // next_ or stopped_ has changed
  std::map<std::size_t, Waiting> waiting_;  // by index of the input
  std::uint64_t kept_ = 0;                  // bytes in waiting_
  std::size_t next_ = 0;                    // index of the first unfinished input
  std::uint64_t written_ = 0;               // number of reports
  Progress::Amount done_;                   // finished inputs
  reports::Summary summary_;
  reports::RuleStatistics statistics_;
  std::exception_ptr failure_;
  std::atomic<bool> stopped_ = false;
  bool complete_ = true;  // no interrupt
};

}  // namespace hallmark::program
