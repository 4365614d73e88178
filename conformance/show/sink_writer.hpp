// SPDX-License-Identifier: Apache-2.0
// What sinks that print have in common. BoundedPaths: renders the paths of many places, with a bound on the total cost.
// SinkWriter: a sink of a codec that prints what it is given.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "conformance/model/path_text.hpp"
#include "conformance/show/text_sink.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::show {

// Every path is rendered from the start of its document. With very long keys that would take minutes, so paths are left
// out beyond the bound.
class BoundedPaths {
 public:
  // at returns the path of a place, or "…".
  [[nodiscard]] std::string at(const Place& place, const Violation& here = {}) {
    constexpr std::uint64_t most_cost = std::uint64_t{1} << 30;
    if (cost_ > most_cost) return "…";
    conformance::PathText text;
    place.write(text, here);
    if (const std::uint64_t offered = text.offered(); offered > conformance::longest_path) cost_ += offered;
    return text.take();
  }

 private:
  std::uint64_t cost_ = 0;
};

// SinkWriter keeps the first write error, because codecs are noexcept; it ends the walk.
template <class Sink>
class SinkWriter : public Sink {
 public:
  explicit SinkWriter(TextSink& output) : output_(output) {}

  // finish rethrows the write error, if there was one.
  void finish() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 protected:
  ~SinkWriter() = default;

  template <class Write>
  bool attempt(const Write& write) noexcept try {
    if (failure_ == nullptr) write();
    return failure_ == nullptr;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
  void write(std::string_view text) { output_.write(text); }
  [[nodiscard]] TextSink& output() noexcept { return output_; }
  // path_of returns the path of a place, escaped for a terminal.
  [[nodiscard]] std::string path_of(const Place& place, const Violation& here = {}) {
    return reports::escaped(paths_.at(place, here));
  }

 private:
  TextSink& output_;
  BoundedPaths paths_;
  std::exception_ptr failure_;
};

}  // namespace hallmark::show
