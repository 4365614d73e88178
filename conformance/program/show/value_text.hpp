// ValueText: prints the value of an input as text: one member a line, tensors with a preview of their data.
#pragma once

#include "conformance/model/value.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/show/bounded_paths.hpp"

namespace hallmark::program {

class ValueText final : public conformance::ValueSink {
 public:
  explicit ValueText(Output& output) : output_(output) {}

  void member(std::string_view name, const reports::Json& value) override;
  void text(std::string_view name, std::string_view value) override;
  void begin_object(std::string_view name) override;
  void begin_list(std::string_view name, std::uint64_t size) override;
  void end() override;
  void entry(const conformance::Entry& entry) override;
  [[nodiscard]] std::string path(const Place& place) override { return paths_.exact(place); }

  void finish() {}

 private:
  void write_name(const conformance::Entry& entry);

  Output& output_;
  BoundedPaths paths_;
  std::string margin_ = "  ";
  bool in_list_ = false;
  std::uint64_t index_ = 0;  // of the next entry in the list
};

}  // namespace hallmark::program
