// Goes through JSON text without keeping it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reports/diagnostic.hpp"

namespace hallmark::reports {

// JsonWalk bounds the levels of JSON text, for parse_walked. A check of one's own inherits from it and declares those
// members anew at which it does something. (Json::parse with a callback is no way to check: it goes through all
// elements of an array at the end of each object in it.)
class JsonWalk {
 public:
  explicit JsonWalk(std::size_t deepest) : deepest_(deepest) {}

  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(Json::number_integer_t) { return true; }
  bool number_unsigned(Json::number_unsigned_t) { return true; }
  bool number_float(Json::number_float_t, const std::string&) { return true; }
  bool string(std::string&) { return true; }
  bool binary(Json::binary_t&) { return true; }
  bool key(std::string&) { return true; }
  bool start_object(std::size_t) { return enter(); }
  bool end_object() { return leave(); }
  bool start_array(std::size_t) { return enter(); }
  bool end_array() { return leave(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

 protected:
  // Throws std::length_error.
  bool enter() {
    if (++depth_ > deepest_) throw std::length_error(fmt::format("nested deeper than {} levels", deepest_));
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

 private:
  std::size_t deepest_;
  std::size_t depth_ = 0;
};

// parse_walked parses JSON text after `walk` has gone through it. Throws Json::exception, and what `walk` throws.
template <typename Walk>
[[nodiscard]] Json parse_walked(std::string_view text, Walk walk) {
  static_cast<void>(Json::sax_parse(text.begin(), text.end(), &walk));  // the parser says better what is wrong
  return Json::parse(text.begin(), text.end());
}

}  // namespace hallmark::reports
