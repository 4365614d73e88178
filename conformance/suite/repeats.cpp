// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/repeats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include "conformance/model/model.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {
namespace {

using reports::Json;
using reports::JsonAt;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr std::string_view own = "counter";  // stands for the spelling that the repeat names

// The varint of BinTensors: one byte up to 250, else a mark and two, four or eight bytes.
unsigned size_after_mark(std::uint64_t number) {
  if (number <= 250) return 0;
  if (number <= 0xffff) return 2;
  return number <= 0xffff'ffff ? 4 : 8;
}

// taken removes decimal digits from the front of a text; nothing if there are none, or too many.
std::optional<std::uint64_t> taken(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

// greatest returns the largest number of so many digits, or bytes.
std::uint64_t greatest(std::uint64_t base, unsigned width) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < width; ++i) {
    if (number > (any - (base - 1)) / base) return any;
    number = number * base + (base - 1);
  }
  return number;
}

bool is_repeat(const Json& json) {
  if (!json.is_object() || !json.contains("repeat") || !json.contains("of")) return false;
  const Json& of = json["of"];
  return json["repeat"].is_number() && (of.is_string() || of.is_structured());
}

// pieces_of splits a text at its {SPELLING}s; fixed text and spellings take turns.
struct Pieces {
  std::vector<std::string_view> fixed;
  std::vector<std::string_view> spellings;  // one fewer
};

std::optional<Pieces> pieces_of(std::string_view text) {
  Pieces pieces;
  for (;;) {
    const std::size_t open = text.find('{');
    pieces.fixed.push_back(text.substr(0, open));
    if (open == text.npos) return pieces;
    const std::size_t close = text.find('}', open);
    if (close == text.npos) return std::nullopt;
    pieces.spellings.push_back(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

// Template is a text with the number of a copy in it.
class Template {
 public:
  Template(const JsonAt& at, std::string_view text, std::string_view counter, std::uint64_t copies) {
    const auto pieces = pieces_of(text);
    if (!pieces) at.fail("a { without a }: braces hold the spelling of a counter");
    for (const std::string_view one : pieces->fixed) fixed_.emplace_back(one);
    for (const std::string_view one : pieces->spellings) {
      spellings_.push_back(Numeral::named(at, one == own ? counter : one, copies));
    }
  }
  [[nodiscard]] bool counts() const { return !spellings_.empty(); }
  void append(std::uint64_t copy, std::string& text) const {
    text += fixed_.front();
    for (std::size_t i = 0; i < spellings_.size(); ++i) {
      spellings_[i].append_text(copy, text);
      text += fixed_[i + 1];
    }
  }
  [[nodiscard]] std::string of_copy(std::uint64_t copy) const {
    std::string text;
    append(copy, text);
    return text;
  }

 private:
  std::vector<std::string> fixed_;
  std::vector<Numeral> spellings_;
};

// Pattern is a value with the number of a copy in its texts and the names of its members.
class Pattern {
 public:
  Pattern(const JsonAt& at, std::string_view counter, std::uint64_t copies) {
    const Json& json = at.json();
    if (is_repeat(json)) at.fail("a repeat cannot be inside another");
    if (json.is_object()) {
      at.members([&](const std::string& name, const JsonAt& value) {
        names_.emplace_back(at, name, counter, copies);
        parts_.emplace_back(value, counter, copies);
      });
      kind_ = Kind::object;
    } else if (json.is_array()) {
      parts_ = at.list([&](const JsonAt& element) { return Pattern(element, counter, copies); });
      kind_ = Kind::array;
    } else if (json.is_string()) {
      names_.emplace_back(at, json.get_ref<const std::string&>(), counter, copies);
      if (names_.front().counts()) kind_ = Kind::text;
    }
    if (kind_ == Kind::fixed) fixed_ = json;
  }
  [[nodiscard]] bool counts() const {
    return std::ranges::any_of(names_, &Template::counts) || std::ranges::any_of(parts_, &Pattern::counts);
  }
  [[nodiscard]] const std::vector<Pattern>& parts() const { return parts_; }

  [[nodiscard]] Json of_copy(std::uint64_t copy) const {
    if (kind_ == Kind::fixed) return fixed_;
    if (kind_ == Kind::text) return names_.front().of_copy(copy);
    Json json = kind_ == Kind::object ? Json::object() : Json::array();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (kind_ == Kind::object) json[names_[i].of_copy(copy)] = parts_[i].of_copy(copy);
      if (kind_ == Kind::array) json.push_back(parts_[i].of_copy(copy));
    }
    return json;
  }
  // append_text: this is a text.
  void append_text(std::uint64_t copy, std::string& text) const { names_.front().append(copy, text); }

 private:
  enum class Kind : std::uint8_t { fixed, text, array, object };
  Kind kind_ = Kind::fixed;
  Json fixed_;
  std::vector<Template> names_;  // of members, or one text
  std::vector<Pattern> parts_;
};

// ValueRepeat is a repeat in a value: elements of the array that it stands in, or a text.
class ValueRepeat {
 public:
  ValueRepeat(const JsonAt& at, bool in_array) : copies_(copies_of(at)), pattern_(at["of"], counter_of(at), copies_) {
    at.only({"repeat", "of", "counter"});
    const JsonAt place = at["of"];
    const Json& of = place.json();
    if (of.is_object()) place.fail("this must be a text, or an array in an array");
    if (of.is_array() && !in_array) place.fail("an array repeats in an array only");
    if (of == "" || (of.is_array() && of.empty())) place.fail("this must not be empty");
    if (at.has("counter") && !pattern_.counts()) place.fail("no counter is in it");
    // Digits and base64 take no more than what stands in braces and this.
    constexpr std::uint64_t longest_counter = 24;
    const std::uint64_t one = of.dump().size() + longest_counter;
    if (one > max_value_bytes / copies_) at.fail(fmt::format("the value has more than {} bytes", max_value_bytes));
    added_ = one * copies_;
  }
  [[nodiscard]] std::uint64_t added() const { return added_; }

  void put_elements(Json& array) const {
    for (std::uint64_t copy = 0; copy < copies_; ++copy) {
      for (const Pattern& part : pattern_.parts()) array.push_back(part.of_copy(copy));
    }
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (std::uint64_t copy = 0; copy < copies_; ++copy) pattern_.append_text(copy, text);
    return text;
  }

 private:
  static std::uint64_t copies_of(const JsonAt& at) {
    const std::uint64_t copies = at["repeat"].count();
    if (copies == 0 || copies > max_copies) at["repeat"].fail(fmt::format("this must be from 1 to {}", max_copies));
    return copies;
  }
  static std::string_view counter_of(const JsonAt& at) {
    return at.has("counter") ? std::string_view(at["counter"].filled_text()) : own;
  }

  std::uint64_t copies_;
  Pattern pattern_;
  std::uint64_t added_ = 0;
};

}  // namespace

Numeral Numeral::named(const JsonAt& at, std::string_view name, std::uint64_t copies) {
  const auto unknown = [&] { at.fail(fmt::format("\"{}\" is no spelling of a counter", reports::escaped(name))); };
  Numeral spelling;
  std::string_view rest = name;
  std::uint64_t most = any;
  if (take(rest, "decimal")) {
    if (take(rest, ":")) {
      const auto width = taken(rest);
      if (!width || *width == 0 || *width > 20) unknown();
      spelling.width_ = static_cast<unsigned>(*width);
      most = greatest(10, spelling.width_);
    }
  } else if (take(rest, "varint")) {
    spelling.form_ = Form::varint;
  } else if (take(rest, "u")) {
    const std::uint64_t bits = taken(rest).value_or(0);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) unknown();
    spelling.width_ = static_cast<unsigned>(bits / 8);
    most = greatest(256, spelling.width_);
    spelling.form_ = bits != 8 && take(rest, "be") ? Form::big : Form::little;
    if (bits != 8 && spelling.form_ == Form::little && !take(rest, "le")) unknown();
  } else {
    unknown();
  }
  if (take(rest, "*")) spelling.step_ = taken(rest).value_or(0);
  if (take(rest, "+")) {
    const auto start = taken(rest);
    if (!start) unknown();
    spelling.start_ = *start;
  }
  if (!rest.empty() || spelling.step_ == 0) unknown();
  if (spelling.start_ > most || copies - 1 > (most - spelling.start_) / spelling.step_) {
    at.fail(fmt::format("the numbers of {} copies do not fit into {}", copies, reports::escaped(name)));
  }
  return spelling;
}

Bytes Numeral::spelled(std::uint64_t copy, Room& room) const noexcept {
  std::uint64_t rest = number(copy);
  if (form_ == Form::decimal) {
    std::size_t at = room.size();
    for (; rest != 0 || at == room.size() || room.size() - at < width_; rest /= 10) {
      room[--at] = static_cast<std::byte>('0' + rest % 10);
    }
    return Bytes(room).subspan(at);
  }
  std::size_t size = 0;
  const auto put = [&](std::uint64_t byte) { room[size++] = static_cast<std::byte>(byte & 0xff); };
  unsigned width = width_;
  if (form_ == Form::varint) {
    width = size_after_mark(rest);
    put(width == 0 ? rest : width == 2 ? 0xfb : width == 4 ? 0xfc : 0xfd);
  }
  for (unsigned i = 0; i < width; ++i) put(rest >> 8 * (form_ == Form::big ? width - 1 - i : i));
  return Bytes(room).first(size);
}

void Numeral::append(std::uint64_t copy, std::vector<std::byte>& all) const {
  Room room;
  const Bytes bytes = spelled(copy, room);
  all.insert(all.end(), bytes.begin(), bytes.end());
}

void Numeral::append_text(std::uint64_t copy, std::string& text) const {
  Room room;
  const Bytes bytes = spelled(copy, room);
  if (form_ == Form::decimal) {
    text += as_text(bytes);
  } else {
    text += to_base64(bytes);
  }
}

std::uint64_t Numeral::size_before(std::uint64_t copy) const {
  if (width_ != 0) return width_ * copy;
  std::uint64_t size = 0;
  Room room;
  for (std::uint64_t earlier = 0; earlier < copy; ++earlier) size += spelled(earlier, room).size();
  return size;
}

void CopiedRun::append(std::uint64_t copy, std::vector<std::byte>& all) const {
  if (counter) return counter->append(copy, all);
  all.insert(all.end(), bytes.begin(), bytes.end());
}

std::vector<std::byte> CopiedRun::of_copy(std::uint64_t copy) const {
  std::vector<std::byte> all;
  append(copy, all);
  return all;
}

std::uint64_t bytes_before(const std::vector<CopiedRun>& parts, std::uint64_t copies) {
  std::uint64_t size = 0;
  for (const CopiedRun& part : parts)
    size += part.counter ? part.counter->size_before(copies) : part.bytes.size() * copies;
  return size;
}

bool has_repeats(const Json& value) {
  return is_repeat(value) || (value.is_structured() && std::ranges::any_of(value, has_repeats));
}

std::uint64_t check_repeats(const JsonAt& value) {
  const std::function<std::uint64_t(const JsonAt&, bool)> check = [&](const JsonAt& at, bool in_array) {
    if (is_repeat(at.json())) return ValueRepeat(at, in_array).added();
    std::uint64_t added = 0;
    if (at.json().is_object()) at.members([&](const std::string&, const JsonAt& one) { added += check(one, false); });
    if (at.json().is_array()) {
      for (const std::uint64_t one : at.list([&](const JsonAt& element) { return check(element, true); })) added += one;
    }
    if (added > max_value_bytes) at.fail(fmt::format("the value has more than {} bytes", max_value_bytes));
    return added;
  };
  return has_repeats(value.json()) ? check(value, false) : 0;
}

Json expanded(const Json& value) {
  if (is_repeat(value)) return ValueRepeat(JsonAt(value), false).text();
  if (!value.is_structured() || !has_repeats(value)) return value;
  Json whole = value.is_object() ? Json::object() : Json::array();
  if (value.is_object()) {
    for (const auto& [name, part] : value.items()) whole[name] = expanded(part);
    return whole;
  }
  for (const Json& element : value) {
    if (is_repeat(element) && element["of"].is_array()) {
      ValueRepeat(JsonAt(element), true).put_elements(whole);
    } else {
      whole.push_back(expanded(element));
    }
  }
  return whole;
}

}  // namespace hallmark::conformance
