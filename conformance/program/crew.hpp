// Crew: threads that examine inputs and give the reports to an OrderedReport.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "conformance/program/examining.hpp"
#include "conformance/program/inputs.hpp"
#include "conformance/program/ordered_report.hpp"

namespace hallmark::program {

// Each thread takes the next input until none is left or the report is stopped. The thread that made the crew is free to
// show progress and to notice an interrupt.
class Crew {
 public:
  // `threads` 0: one for each CPU.
  Crew(std::span<const Input> inputs, const ExaminerSettings& settings, unsigned threads, OrderedReport& report);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  // finished waits at most so long, and returns true once all threads have ended.
  [[nodiscard]] bool finished(std::chrono::milliseconds patience);

 private:
  void work() noexcept;
  void examine_inputs();
  // text_of renders a report; one for which there is no memory becomes `unreadable`.
  [[nodiscard]] std::string text_of(reports::InputReport& report, Examiner& examiner) const;
  // examine_input reports an input, or each message in it.
  void examine_input(std::size_t index, Examiner& examiner);

  std::span<const Input> inputs_;
  const ExaminerSettings& settings_;
  OrderedReport& report_;
  std::atomic<std::size_t> taken_ = 0;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t running_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace hallmark::program
