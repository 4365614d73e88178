// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/ordered_report.hpp"

#include <fmt/format.h>

#include <utility>

namespace hallmark::program {
namespace {

Progress::Amount total_of(std::span<const Input> inputs) {
  Progress::Amount total{inputs.size()};
  for (const Input& input : inputs) total.bytes += input.size;
  return total;
}

// An archive as a whole is none of the inputs that a summary counts.
std::string told_of(const reports::InputReport& report) {
  if (report.skipped) return "";
  return fmt::format("checked: {}: {} ({})\n", reports::subject(report), to_string(report.verdict),
                     report.format.value_or("unknown format"));
}

}  // namespace

OrderedReport::OrderedReport(Output& output, const reports::ReportStyle& style, std::span<const Input> inputs,
                             std::uint64_t most)
    : inputs_(inputs),
      output_(output),
      writer_(style),
      counting_(style.statistics),
      ordered_(style.form != reports::ReportForm::ndjson),
      most_(most),
      progress_("validate", "files", total_of(inputs), !style.quiet) {
  output_.write(writer_.opening());
}

std::string OrderedReport::rendered(const reports::InputReport& report, Bytes bytes, Bytes body) const {
  return counting_ ? "" : writer_.input(report, bytes, body);
}

void OrderedReport::add(std::size_t index, const reports::InputReport& report, std::string text, bool last) {
  std::unique_lock lock(mutex_);
  Piece piece{std::move(text), telling_ ? told_of(report) : ""};
  advanced_.wait(lock, [&] { return stopped() || !ordered_ || index == next_ || kept_ + piece.cost() <= most_; });
  if (stopped()) return;
  summary_.add(report);
  if (counting_) statistics_.add(report, index);
  if (last) done_ = {done_.count + 1, done_.bytes + inputs_[index].size};
  try {
    if (ordered_) {
      write_in_order(index, std::move(piece), last);
    } else {
      write(piece);
      // ndjson is read while it is written.
      output_.flush();
    }
    progress_.advance(done_);
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

void OrderedReport::show_progress() {
  const std::lock_guard lock(mutex_);
  if (!stopped()) progress_.advance(done_);
}

void OrderedReport::interrupt() {
  const std::lock_guard lock(mutex_);
  if (stopped()) return;
  complete_ = false;
  try {
    for (const auto& [index, waiting] : waiting_) {
      for (const Piece& piece : waiting.pieces) write(piece);
    }
    stop(nullptr);
  } catch (const OutputError&) {
    stop(std::current_exception());
  }
}

void OrderedReport::finish(std::uint64_t skipped, const std::map<std::string, std::uint64_t>& kinds) {
  progress_.clear();
  summary_.skipped += skipped;
  summary_.skipped_kinds = kinds;
  if (failure_ != nullptr) {
    output_.flush();  // what is known; after a write error there is nothing to write
    std::rethrow_exception(failure_);
  }
  if (counting_) output_.write(writer_.statistics(statistics_));
  output_.write(writer_.closing(summary_, complete_));
  output_.finish();
}

void OrderedReport::write_in_order(std::size_t index, Piece piece, bool last) {
  kept_ += piece.cost();
  Waiting& waiting = waiting_[index];
  waiting.pieces.push_back(std::move(piece));
  waiting.complete = last;
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
    for (const Piece& one : std::exchange(first->second.pieces, {})) {
      write(one);
      kept_ -= one.cost();
    }
    if (!first->second.complete) break;
    waiting_.erase(first);
    ++next_;
    advanced_.notify_all();
  }
}

void OrderedReport::write(const Piece& piece) {
  if (!counting_) {
    if (output_.terminal() && !piece.text.empty()) progress_.clear();
    output_.write(writer_.separator(++written_ == 1));
    output_.write(piece.text);
  }
  if (piece.told.empty()) return;
  if (output_.terminal()) output_.flush();  // so that it stands below what was found
  progress_.clear();
  warn(piece.told);
}

}  // namespace hallmark::program
