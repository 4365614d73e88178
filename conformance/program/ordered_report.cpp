#include "conformance/program/ordered_report.hpp"

#include <utility>

namespace hallmark::program {

OrderedReport::OrderedReport(Output& output, const reports::ReportStyle& style, std::uint64_t total, std::uint64_t most)
    : output_(output),
      writer_(style),
      ordered_(style.form != reports::ReportForm::ndjson),
      most_(most),
      progress_("validate", total, !style.quiet) {
  output_.write(writer_.opening());
}

void OrderedReport::add(std::size_t index, const reports::InputReport& report, std::string text, bool last) {
  std::unique_lock lock(mutex_);
  const std::uint64_t cost = text.size() + cost_of_report;
  advanced_.wait(lock, [&] { return !ordered_ || stopped() || index == next_ || kept_ + cost <= most_; });
  if (stopped()) return;
  summary_.add(report);
  finished_ += last ? 1 : 0;
  try {
    if (ordered_) {
      write_in_order(index, std::move(text), last);
    } else {
      write(text);
      // ndjson is read while it is written.
      output_.flush();
    }
    progress_.advance(finished_);
  } catch (const OutputError&) {
    stop(std::current_exception());
  }
}

void OrderedReport::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  stop(std::move(failure));
}

void OrderedReport::stop(std::exception_ptr failure) {
  if (failure_ == nullptr) failure_ = std::move(failure);
  stopped_ = true;
  advanced_.notify_all();
}

reports::Summary OrderedReport::finish(std::uint64_t skipped) {
  progress_.clear();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  summary_.skipped = skipped;
  output_.write(writer_.closing(summary_));
  output_.finish();
  return summary_;
}

void OrderedReport::write_in_order(std::size_t index, std::string text, bool last) {
  kept_ += text.size() + cost_of_report;
  Waiting& waiting = waiting_[index];
  waiting.texts.push_back(std::move(text));
  waiting.complete = last;
  if (index == next_) write_waiting();
}

void OrderedReport::write_waiting() {
  const std::size_t before = next_;
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
    for (const std::string& text : first->second.texts) {
      write(text);
      kept_ -= text.size() + cost_of_report;
    }
    first->second.texts.clear();
    if (!first->second.complete) break;
    waiting_.erase(first);
    ++next_;
  }
  if (next_ != before) advanced_.notify_all();
}

void OrderedReport::write(const std::string& text) {
  ++written_;
  if (output_.terminal() && !text.empty()) progress_.clear();
  output_.write(writer_.separator(written_ == 1));
  output_.write(text);
}

}  // namespace hallmark::program
