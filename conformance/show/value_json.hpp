// ValueJson: prints the value of an input as JSON on one line. See conformance/testees/VALUES.md.
#pragma once

#include "conformance/model/value.hpp"
#include "conformance/show/bounded_paths.hpp"
#include "conformance/show/text_sink.hpp"

namespace hallmark::show {

class ValueJson final : public conformance::ValueSink {
 public:
  explicit ValueJson(TextSink& output) : output_(output) {}

  void member(std::string_view name, const reports::Json& value) override;
  void text(std::string_view name, std::string_view value) override;
  void begin_object(std::string_view name) override;
  void begin_list(std::string_view name, std::uint64_t size) override;
  void end() override;
  void entry(const conformance::Entry& entry) override;
  [[nodiscard]] std::string path(const Place& place) override { return paths_.exact(place); }

  // finish ends the value; it is null if nothing was written.
  void finish();

 private:
  void next();
  void key(std::string_view name);
  void open(std::string_view bracket);
  void close(std::string_view bracket);
  void data(Bytes data);

  TextSink& output_;
  BoundedPaths paths_;
  bool shown_ = false;         // something was written
  bool object_ = false;        // the value is an object
  bool first_ = true;          // the next entry is the first in the open object or list
  std::string_view end_ = "";  // closes the open object or list
};

}  // namespace hallmark::show
