// SPDX-License-Identifier: Apache-2.0
#include "reports/bounded_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hallmark::reports {
namespace {

constexpr std::size_t most_members = 131'072;  // of one object; whoever reads it may look for each one by one
constexpr std::size_t few_names = 32;          // among so many, a name is looked for one by one
constexpr std::size_t longest_quote = 200;

// Cursor is an iterator over a text that tells where the parser is.
class Cursor {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** latest) : at_(at), latest_(latest) {}

  reference operator*() const { return *at_; }
  Cursor& operator++() {
    *latest_ = ++at_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** latest_;
};

// reason_of shortens a message of the JSON library, such as "[json.exception.parse_error.101] parse error at line 1,
// column 2: syntax error while parsing object key - invalid literal; last read: '{a'; expected string literal". What
// was read last may be of any size.
std::string reason_of(std::string_view message) {
  if (const std::size_t start = message.find("] "); start != message.npos) message.remove_prefix(start + 2);
  if (message.starts_with("parse error at")) message.remove_prefix(std::min(message.find(": ") + 2, message.size()));
  message = message.substr(0, message.find("; last read: "));
  return escaped(message.substr(0, longest_quote));
}

// Builder makes the value of JSON text while the text is read. Elements and members wait until their array or object
// ends, and are then moved into one of the right size: one that grows would copy its members, as their names are const.
class Builder {
 public:
  Builder(std::string_view text, std::size_t levels) : text_(text), levels_(levels), latest_(text.data()) {}

  Json run() {
    const char* const end = text_.data() + text_.size();
    Json::sax_parse(Cursor(text_.data(), &latest_), Cursor(end, &latest_), this);
    return std::move(values_.front());
  }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t& value) { return add(Json::binary(std::move(value))); }
  bool key(std::string& name) {
    if (names_.size() - open_.back().names == most_members) fail("too many members in one object");
    if (!is_new(name)) fail(fmt::format("duplicate member \"{}\"", escaped(name.substr(0, longest_quote))));
    names_.push_back(std::move(name));
    return true;
  }
  bool start_object(std::size_t) { return enter(); }
  bool end_object() {
    Json object(Json::value_t::object);
    auto& members = object.get_ref<Json::object_t&>();
    const std::size_t values = open_.back().values;
    const std::size_t names = open_.back().names;
    members.reserve(values_.size() - values);
    for (std::size_t i = 0; i < values_.size() - values; ++i) {
      members.emplace_back(std::move(names_[names + i]), std::move(values_[values + i]));
    }
    names_.resize(names);
    return leave(std::move(object));
  }
  bool start_array(std::size_t) { return enter(); }
  bool end_array() {
    Json array(Json::value_t::array);
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(open_.back().values);
    array.get_ref<Json::array_t&>().assign(std::move_iterator(first), std::move_iterator(values_.end()));
    return leave(std::move(array));
  }
  bool parse_error(std::size_t read, const std::string&, const Json::exception& error) {
    throw BadJson(fmt::format("this is not JSON: {}", reason_of(error.what())), text_, read == 0 ? 0 : read - 1);
  }

 private:
  // Open is an array or object that has not ended: where its values begin, and its names. Those of an object with more
  // than a few stand in `sorted`, too.
  struct Open {
    std::size_t values;
    std::size_t names;
    std::set<std::string, std::less<>> sorted = {};
  };

  // is_new tells whether the object that is open has no member of this name yet.
  bool is_new(const std::string& name) {
    Open& object = open_.back();
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(object.names);
    const auto before = static_cast<std::size_t>(names_.end() - first);
    if (before < few_names) return std::find(first, names_.end(), name) == names_.end();
    if (before == few_names) object.sorted.insert(first, names_.end());
    return object.sorted.insert(name).second;
  }

  bool add(Json value) {
    values_.push_back(std::move(value));
    return true;
  }
  bool enter() {
    if (open_.size() == levels_) fail(fmt::format("nested deeper than {} levels", levels_));
    open_.push_back({.values = values_.size(), .names = names_.size()});
    return true;
  }
  bool leave(Json whole) {
    values_.resize(open_.back().values);
    open_.pop_back();
    return add(std::move(whole));
  }
  // The parser has just read the last byte of what is at fault.
  [[noreturn]] void fail(const std::string& what) const {
    throw BadJson(what, text_, latest_ == text_.data() ? 0 : static_cast<std::size_t>(latest_ - text_.data()) - 1);
  }

  std::string_view text_;
  std::size_t levels_;
  const char* latest_;
  std::vector<Json> values_;        // that are whole; in the end one
  std::vector<std::string> names_;  // of members of objects that have not ended
  std::vector<Open> open_;
};

}  // namespace

BadJson::BadJson(const std::string& what, std::string_view text, std::size_t at)
    : std::runtime_error(what), byte(std::min(at, text.size())) {
  const std::string_view before = text.substr(0, byte);
  line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  column = byte - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
}

Json parse_json(std::string_view text, std::size_t levels) {
  // Versions of the library say different things of it.
  if (text.empty()) throw BadJson("this is not JSON: it is empty", text, 0);
  // To the library a NUL is the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != text.npos) throw BadJson("this is not JSON: a NUL", text, nul);
  return Builder(text, levels).run();
}

}  // namespace hallmark::reports
