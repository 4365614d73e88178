// LayoutTable: prints every byte range of an input, in constant memory.
#pragma once

#include <exception>

#include "conformance/show/bounded_paths.hpp"
#include "conformance/show/text_sink.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::show {

enum class LayoutForm : std::uint8_t { text, json };

class LayoutTable final : public LayoutSink {
 public:
  LayoutTable(TextSink& output, Bytes input, LayoutForm form) : output_(output), input_(input), form_(form) {}

  // range keeps the first write error, because codecs are noexcept; after it nothing more is written.
  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override;

  // finish shows as text how much comes after the last range; rethrows the write error, if there was one.
  void finish();

 private:
  void write_row(std::uint64_t offset, std::uint64_t length, const char* field, const std::string& path);

  TextSink& output_;
  Bytes input_;
  LayoutForm form_;
  bool first_ = true;
  std::uint64_t end_ = 0;  // of the last range
  BoundedPaths paths_;
  std::exception_ptr failure_;
};

}  // namespace hallmark::show
