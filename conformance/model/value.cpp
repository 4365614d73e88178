// SPDX-License-Identifier: Apache-2.0
#include "conformance/model/value.hpp"

#include <unordered_set>

#include "conformance/model/model.hpp"

namespace hallmark::conformance {

Json shape_json(const Shape& shape) {
  Json dimensions = Json::array();
  for (const std::uint64_t size : shape) dimensions.push_back(reports::number(size));
  return dimensions;
}

Json json_of(const Entry& entry) {
  Json json = Json::object();
  if (!entry.key.empty()) json[std::string(entry.key)] = entry.name;
  json.update(entry.members);
  if (entry.shape) json["shape"] = shape_json(*entry.shape);
  const auto data = [&] { return Json{{"base64", to_base64(entry.content)}}; };
  switch (entry.holds) {
    case Entry::Holds::data: json["data"] = data(); break;
    case Entry::Holds::nothing: json["data"] = nullptr; break;
    case Entry::Holds::text: json["value"] = as_text(entry.content); break;
    case Entry::Holds::value:
      (entry.value.is_null() ? json["value"] : (json["value"] = entry.value)["data"]) = data();
      break;
    case Entry::Holds::members: break;
  }
  return json;
}

namespace {

// Collector assembles the pieces.
class Collector final : public ValueSink {
 public:
  void member(std::string_view name, const Json& value) override { put(name, value); }
  void text(std::string_view name, std::string_view value) override { put(name, value); }
  void begin_object(std::string_view name) override { begin(name, Json::object()); }
  void begin_list(std::string_view name, std::uint64_t) override { begin(name, Json::array()); }
  void end() override { open_ = nullptr; }
  void entry(const Entry& entry) override {
    if (open_ == nullptr) {
      value_ = json_of(entry);
    } else {
      open_->push_back(json_of(entry));
    }
  }
  [[nodiscard]] Json take() { return std::move(value_); }

 private:
  void begin(std::string_view name, Json empty) {
    open_ = &(value_[std::string(name)] = std::move(empty));
    names_.clear();
  }
  // An object may have a member for each entry of a file, and Json looks at all members before it adds one.
  void put(std::string_view name, Json value) {
    if (open_ != nullptr && names_.emplace(name).second) {
      open_->get_ref<Json::object_t&>().emplace_back(std::string(name), std::move(value));
    } else {
      (open_ == nullptr ? value_ : *open_)[std::string(name)] = std::move(value);
    }
  }

  Json value_;
  Json* open_ = nullptr;
  std::unordered_set<std::string> names_;  // of the open object
};

}  // namespace

Json Model::decode(Bytes input, const Options& options) const {
  Collector collector;
  show(input, options, collector);
  return collector.take();
}

}  // namespace hallmark::conformance
