// SPDX-License-Identifier: Apache-2.0
// JsonAt: reads JSON that others wrote, member by member. Nothing else above the codecs does.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "reports/diagnostic.hpp"
#include "reports/enumerators.hpp"

namespace hallmark::reports {

// BadValue: JSON is not what it is read as. The message begins with the JSON pointer (RFC 6901) of the place, unless
// that is the whole text.
struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// JsonAt is a value and its place. It and what it returns refer to the value. What does not fit throws BadValue.
class JsonAt {
 public:
  explicit JsonAt(const Json& json, std::string pointer = {}) : json_(&json), pointer_(std::move(pointer)) {}
  explicit JsonAt(const Json&&) = delete;

  [[noreturn]] void fail(std::string_view what) const;
  [[nodiscard]] const Json& json() const noexcept { return *json_; }

  // has: this is an object with such a member. The member must be there for [], and is null without one for optional.
  [[nodiscard]] bool has(std::string_view name) const { return json_->is_object() && json_->contains(name); }
  [[nodiscard]] JsonAt operator[](std::string_view name) const;
  [[nodiscard]] JsonAt optional(std::string_view name) const;
  // only: this is an object without other members.
  void only(std::initializer_list<std::string_view> names) const;
  [[nodiscard]] const Json& object() const;
  // members calls read(name, value) for each member, list returns read(element) of each element.
  template <class Read>
  void members(Read read) const {
    for (const auto& [name, value] : object().items()) read(name, below(value, name));
  }
  template <class Read>
  auto list(Read read) const {
    std::vector<std::decay_t<std::invoke_result_t<Read, const JsonAt&>>> values;
    const Json& elements = array();
    values.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
      values.push_back(std::invoke(read, below(elements[i], std::to_string(i))));
    return values;
  }

  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::string& filled_text() const;
  [[nodiscard]] bool truth() const;
  // count is an integer from 0 to 2^64-1: a number, or a decimal string, which reports::number writes above 2^53-1.
  [[nodiscard]] std::uint64_t count() const;
  // one_of is a text that is among `names`, or the enumerator that it names.
  [[nodiscard]] const std::string& one_of(const std::vector<std::string_view>& names) const;
  template <class T>
  [[nodiscard]] T one_of() const {
    const auto named = enumerator_named<T>(text());
    return named ? *named : *enumerator_named<T>(one_of(names_of<T>()));
  }
  // or_null reads what may be null: or_null(&JsonAt::text).
  template <class Read>
  [[nodiscard]] auto or_null(Read read) const {
    using Value = std::decay_t<std::invoke_result_t<Read, const JsonAt&>>;
    return json_->is_null() ? std::nullopt : std::optional<Value>(std::invoke(read, *this));
  }

 private:
  [[nodiscard]] const Json& array() const;
  [[nodiscard]] JsonAt below(const Json& json, std::string_view name) const;

  const Json* json_;
  std::string pointer_;
};

}  // namespace hallmark::reports
