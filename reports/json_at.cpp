// SPDX-License-Identifier: Apache-2.0
#include "reports/json_at.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace hallmark::reports {

void JsonAt::fail(std::string_view what) const {
  throw BadValue(fmt::format("{}{}{}", pointer_, pointer_.empty() ? "" : ": ", what));
}

JsonAt JsonAt::operator[](std::string_view name) const {
  const auto found = object().find(name);
  if (found == json_->end()) fail(fmt::format("member \"{}\" is missing", name));
  return below(*found, name);
}

JsonAt JsonAt::optional(std::string_view name) const {
  static const Json null;
  const auto found = object().find(name);
  return below(found == json_->end() ? null : *found, name);
}

void JsonAt::only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : object().items()) {
    if (std::ranges::find(names, name) == names.end()) fail(fmt::format("unknown member \"{}\"", escaped(name)));
  }
}

const std::string& JsonAt::text() const {
  if (!json_->is_string()) fail("this must be a string");
  return json_->get_ref<const std::string&>();
}

const std::string& JsonAt::filled_text() const {
  if (text().empty()) fail("this must not be empty");
  return text();
}

bool JsonAt::truth() const {
  if (!json_->is_boolean()) fail("this must be true or false");
  return json_->get<bool>();
}

std::uint64_t JsonAt::count() const {
  // The JSON library marks a number created from a signed integer as not unsigned.
  if (json_->is_number_integer() && (json_->is_number_unsigned() || *json_ >= 0)) return json_->get<std::uint64_t>();
  std::uint64_t count = 0;
  if (const auto* digits = json_->get_ptr<const std::string*>(); digits != nullptr) {
    const char* const end = digits->data() + digits->size();
    if (std::from_chars(digits->data(), end, count) == std::from_chars_result{end, {}}) return count;
  }
  fail("this must be an integer from 0 to 2^64-1, as a number or a decimal string");
}

const std::string& JsonAt::one_of(const std::vector<std::string_view>& names) const {
  if (std::ranges::find(names, text()) == names.end()) {
    fail(fmt::format("\"{}\" must be one of {}", escaped(text()), fmt::join(names, ", ")));
  }
  return text();
}

const Json& JsonAt::object() const {
  if (!json_->is_object()) fail("this must be an object");
  return *json_;
}

const Json& JsonAt::array() const {
  if (!json_->is_array()) fail("this must be an array");
  return *json_;
}

JsonAt JsonAt::below(const Json& json, std::string_view name) const {
  std::string pointer = pointer_ + '/';
  for (const char c : escaped(name)) {
    if (c == '~' || c == '/') {
      pointer += c == '~' ? "~0" : "~1";
    } else {
      pointer += c;
    }
  }
  return JsonAt(json, std::move(pointer));
}

}  // namespace hallmark::reports
