// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/bounded_toml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hallmark::conformance {
namespace {

constexpr std::size_t most_levels = 64;

// Scan goes through a text that may be TOML, as far as it takes to know what is in strings and comments. It refuses
// what toml++ must not see: too many levels; and, where toml++ looks for white space, characters beyond ASCII, at which
// it runs into a branch that it calls unreachable (github.com/marzer/tomlplusplus/pull/305). TOML has none there, but
// for one place: after a backslash that ends a line of a string.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  void run() {
    while (at_ < text_.size()) {
      switch (const char c = text_[at_]) {
        case '#': at_ = std::min(text_.find('\n', at_), text_.size()); continue;
        case '"':
        case '\'':
          if (place_ == Place::word) fail("a quotation mark inside a word");
          string(c);
          continue;
        case ' ':  // a time may follow a date
          if (at_ + 1 == text_.size() || text_[at_ + 1] < '0' || text_[at_ + 1] > '9') leave_word();
          break;
        case '\t': leave_word(); break;
        case '\r': break;
        case '=': place_ = place_ == Place::key ? Place::value : Place::word; break;
        case '[':
        case '{':
          open_.push_back({level_, c == '[' && place_ == Place::value});
          deeper();
          enter(Place::value, c == '{' ? Place::key : Place::value);
          break;
        case ']':
        case '}':
          leave_word();
          if (!open_.empty()) {
            level_ = open_.back().level;
            open_.pop_back();
          }
          break;
        case '.':
          deeper();  // of a dotted key; or of a number, until the next comma or line
          enter(Place::value, Place::word);
          break;
        case ',':
        case '\n':
          level_ = open_.empty() ? 0 : open_.back().level + 1;
          place_ = !open_.empty() && open_.back().array ? Place::value : Place::key;
          break;
        default: require_ascii("outside of strings and comments"); enter(Place::value, Place::word);
      }
      ++at_;
    }
  }

 private:
  // Place is what may stand where the scan is: a key, and what is neither; a value; more of a word that is one. toml++
  // reads such a word to its end, quotes and brackets included, before it says that it is no value.
  enum class Place : std::uint8_t { key, value, word };

  void string(char quote) {
    enter(Place::value, Place::key);
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool lines = text_.substr(at_).starts_with(three);
    at_ += lines ? 3 : 1;
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (lines ? rest.starts_with(three) : rest.front() == quote || rest.front() == '\n') break;
      ++at_;
      if (quote == '"' && rest.front() == '\\') escape(lines);
    }
    if (!lines) {
      if (at_ < text_.size() && text_[at_] == quote) ++at_;
      return;
    }
    at_ = std::min(at_ + 3, text_.size());
    for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;  // """a"""""
  }

  // In a string of several lines, white space after a backslash at the end of a line is left out.
  void escape(bool lines) {
    const std::size_t next = lines ? text_.find_first_not_of(" \t\r\n", at_) : at_;
    const bool one = next == at_;  // an escaped character
    at_ = std::min(next, text_.size());
    if (at_ == text_.size()) return;
    require_ascii("after a backslash; write \\u and four digits");
    if (one) ++at_;
  }

  void enter(Place from, Place to) {
    if (place_ == from) place_ = to;
  }
  void leave_word() { enter(Place::word, Place::key); }

  void deeper() {
    if (++level_ > most_levels) fail(fmt::format("nested deeper than {} levels", most_levels));
  }

  void require_ascii(std::string_view where) const {
    if (static_cast<unsigned char>(text_[at_]) >= 0x80) fail(fmt::format("a character beyond ASCII {}", where));
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto feeds = std::ranges::count(before, '\n');
    const auto characters = std::ranges::count_if(before.substr(before.rfind('\n') + 1), [](char c) {  // npos + 1 is 0
      return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
    throw BadToml(what, static_cast<std::size_t>(feeds) + 1, static_cast<std::size_t>(characters) + 1);
  }

  struct Bracket {
    std::size_t level;  // before it
    bool array;         // of values; else the name of a table, or an inline one
  };

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t level_ = 0;
  Place place_ = Place::key;
  std::vector<Bracket> open_;
};

}  // namespace

toml::table parse_toml(std::string_view text) {
  Scan(text).run();
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw BadToml(std::string(error.description()), at.line, at.column);
  }
}

}  // namespace hallmark::conformance
