// LayoutTable: prints every byte range of an input, in constant memory.
#pragma once

#include "conformance/show/sink_writer.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::show {

enum class LayoutForm : std::uint8_t { text, json };

class LayoutTable final : public SinkWriter<LayoutSink> {
 public:
  LayoutTable(TextSink& output, Bytes input, LayoutForm form) : SinkWriter(output), input_(input), form_(form) {}

  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override;

  // finish shows as text how much comes after the last range; rethrows the write error, if there was one.
  void finish();

 private:
  void write_row(std::uint64_t offset, std::uint64_t length, const char* field, const std::string& path);

  Bytes input_;
  LayoutForm form_;
  bool first_ = true;
  std::uint64_t end_ = 0;  // of the last range
};

}  // namespace hallmark::show
