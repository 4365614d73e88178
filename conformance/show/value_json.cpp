// SPDX-License-Identifier: Apache-2.0
#include "conformance/model/model.hpp"
#include "conformance/show/contents.hpp"
#include "conformance/show/long_text.hpp"
#include "conformance/show/sink_writer.hpp"
#include "conformance/suite/sha256.hpp"

namespace hallmark::show {
namespace {

using conformance::Entry;
using reports::Json;

// Data above this size are printed as a hash. See conformance/testees/VALUES.md.
constexpr std::size_t largest_in_full = std::size_t{1} << 20;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

class ValueJson final : public conformance::ValueSink {
 public:
  ValueJson(TextSink& output, bool hashes) : output_(output), hashes_(hashes) {}

  void member(std::string_view name, const Json& value) override {
    key(name);
    if (const auto* text = value.get_ptr<const std::string*>(); text != nullptr) {
      write_quoted(output_, *text);
    } else {
      output_.write(text_of(value));
    }
  }
  void text(std::string_view name, std::string_view value) override {
    key(name);
    write_quoted(output_, value);
  }
  void begin_object(std::string_view name) override {
    key(name);
    open("{");
    end_ = "}";
  }
  void begin_list(std::string_view name, std::uint64_t) override {
    key(name);
    open("[");
    end_ = "]";
  }
  void end() override { close(end_); }
  void entry(const Entry& entry) override {
    shown_ = true;
    next();
    open("{");
    if (!entry.key.empty()) text(entry.key, entry.name);
    for (const auto& [name, member] : entry.members.items()) this->member(name, member);
    if (entry.shape) {
      key("shape");
      open("[");
      for (const std::uint64_t size : *entry.shape) {
        next();
        output_.write(reports::number(size).dump());
      }
      close("]");
    }
    switch (entry.holds) {
      case Entry::Holds::data:
        key("data");
        data(entry.content);
        break;
      case Entry::Holds::nothing: member("data", nullptr); break;
      case Entry::Holds::text: text("value", as_text(entry.content)); break;
      case Entry::Holds::value:
        key("value");
        if (entry.value.is_null()) {
          data(entry.content);
          break;
        }
        open("{");
        for (const auto& [name, member] : entry.value.items()) this->member(name, member);
        key("data");
        data(entry.content);
        close("}");
        break;
      case Entry::Holds::members: break;
    }
    close("}");
  }
  [[nodiscard]] std::string path(const Place& place) override { return paths_.at(place); }

  // finish ends the value; it is null if nothing was written.
  void finish() {
    if (object_) close("}");
    if (!shown_) output_.write("null");
  }

 private:
  void next() {
    if (!first_) output_.write(",");
    first_ = false;
  }
  void key(std::string_view name) {
    if (!shown_) {
      shown_ = object_ = true;
      open("{");
    }
    next();
    write_quoted(output_, name);
    output_.write(":");
  }
  void open(std::string_view bracket) {
    output_.write(bracket);
    first_ = true;
  }
  void close(std::string_view bracket) {
    output_.write(bracket);
    first_ = false;
  }
  void data(Bytes data) {
    if (!hashes_ && data.size() <= largest_in_full) {
      output_.write(R"({"base64":")");
      output_.write(conformance::to_base64(data));
      output_.write("\"}");
    } else {
      output_.write(Json{{"sha256", conformance::sha256_hex(data)}, {"nbytes", reports::number(data.size())}}.dump());
    }
  }

  TextSink& output_;
  bool hashes_;
  BoundedPaths paths_;
  bool shown_ = false;         // something was written
  bool object_ = false;        // the value is an object
  bool first_ = true;          // the next entry is the first in the open object or list
  std::string_view end_ = "";  // closes the open object or list
};

}  // namespace

void print_value(TextSink& output, bool hashes, const std::function<void(conformance::ValueSink&)>& value) {
  ValueJson writer(output, hashes);
  value(writer);
  writer.finish();
}

}  // namespace hallmark::show
