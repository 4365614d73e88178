#include "conformance/program/crew.hpp"

#include <algorithm>
#include <exception>
#include <new>

namespace hallmark::program {

namespace {

std::size_t threads_of(unsigned chosen) noexcept {
  return chosen != 0 ? chosen : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

Crew::Crew(std::span<const Input> inputs, const ExaminerSettings& settings, unsigned threads, OrderedReport& report)
    : inputs_(inputs), settings_(settings), report_(report) {
  const std::size_t wanted = std::min(threads_of(threads), inputs.size());
  running_ = wanted;
  threads_.reserve(wanted);
  try {
    while (threads_.size() < wanted) threads_.emplace_back([this] { work(); });
  } catch (const std::exception&) {
    // The system allows no more threads, or no memory for one; those that run do the work, or this one if there is
    // none.
    const std::lock_guard lock(mutex_);
    running_ -= wanted - threads_.size();
  }
  if (threads_.empty()) examine_inputs();
}

Crew::~Crew() {
  for (std::thread& thread : threads_) thread.join();
}

bool Crew::finished(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, patience, [this] { return running_ == 0; });
}

void Crew::work() noexcept {
  examine_inputs();
  const std::lock_guard lock(mutex_);
  --running_;
  ended_.notify_all();
}

std::string Crew::text_of(reports::InputReport& report, Examiner& examiner) const try {
  return report_.rendered(report, examiner.bytes(), examiner.body());
} catch (const std::bad_alloc&) {
  examiner.give_up(report);
  return report_.rendered(report, {}, {});
}

void Crew::examine_input(std::size_t index, Examiner& examiner) {
  reports::InputReport report = examiner.examine(inputs_[index]);
  for (bool more = true; more && !report_.stopped();) {
    std::string text = text_of(report, examiner);
    const bool holds = examiner.confirm(report);
    if (!holds) text = report_.rendered(report, {}, {});
    reports::InputReport next;
    more = holds && examiner.next(next);
    report_.add(index, report, std::move(text), !more);
    report = std::move(next);
  }
}

void Crew::examine_inputs() {
  try {
    Examiner examiner(settings_);
    for (std::size_t i = taken_++; i < inputs_.size() && !report_.stopped(); i = taken_++) examine_input(i, examiner);
  } catch (...) {
    report_.fail(std::current_exception());
  }
}

}  // namespace hallmark::program
