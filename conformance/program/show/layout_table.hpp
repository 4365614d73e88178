// LayoutTable: every byte range of an input, written as the walk finds it, so that a file of any size has one.
#pragma once

#include <exception>

#include "conformance/program/output.hpp"
#include "conformance/program/show/bounded_paths.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::program {

enum class LayoutForm : std::uint8_t { text, json };

class LayoutTable final : public LayoutSink {
 public:
  LayoutTable(Output& output, Bytes input, LayoutForm form) : output_(output), input_(input), form_(form) {}

  // A codec cannot pass an error of writing on: it is kept, and the rest of the walk writes nothing.
  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override;

  // finish throws the error of writing, if there was one.
  void finish() const;

 private:
  Output& output_;
  Bytes input_;
  LayoutForm form_;
  bool first_ = true;
  BoundedPaths paths_;
  std::exception_ptr failure_;
};

}  // namespace hallmark::program
