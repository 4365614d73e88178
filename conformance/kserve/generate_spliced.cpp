// Replaces words of valid bodies by others, right and wrong.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "conformance/kserve/generate.hpp"

namespace hallmark::kserve {
namespace {

// The words: numbers, literals, arrays, strings, objects, marks; at last what blanks cannot part.
const std::vector<std::string> words = [] {
  std::istringstream text(
      R"(0 -0 1 2 3 4 8 -1 1.0 1e0 -0.0 -0e0 -1e0 1.5 15e-1 256 -129 65536 9223372036854775807 9223372036854775808)"
      R"( 18446744073709551615 18446744073709551616 1e39 1e400 1E-400 01 1. - 1e)"
      R"( true false null tru NaN Infinity -Infinity Na -I -Inf x)"
      R"( [] [1] [[1]] [1,2] [[1],[2]] [9223372036854775807,3] [[],1] [1,[2]] [{"a":NaN}] [true] ["a"])"
      R"( "" "a" "\u0000" "\ud800" "\udc00" "\ud800\u0" "\ud800\n" "\ud83d\ude00" "\x")"
      " \"\x01\" \"\x80\" \"\xed\xa0\x80\" \"\xf0\x9f"
      R"( "name" "shape" "datatype" "data" "parameters" "inputs" "outputs" "error" "id" "binary_data_size")"
      R"( "binary_data" "shared_memory_region" "BOOL" "UINT8" "INT8" "FP16" "BF16" "FP32" "FP64" "BYTES" "INT64" "fp32")"
      R"( {} {"a":1,"\u0061":2} {"binary_data_size":0} {"binary_data_size":4} {"binary_data_size":1.0})"
      R"( {"shared_memory_region":"r"} {"binary_data":0} {"a":null})"
      " , : ] } [ { \xef\xbb\xbf");
  std::vector<std::string> all{std::istream_iterator<std::string>(text), {}};
  all.insert(all.end(), {"", " "});
  return all;
}();

const std::string& any_word(conformance::Choices& choices) { return words[choices.below(words.size())]; }

bool is_plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.'; }

// The end of a word: a string, a run of what numbers and names are made of, brackets and all between them, or one
// character.
std::size_t end_of_word(std::string_view json, std::size_t first, bool brackets) {
  std::size_t end = first + 1;
  if (json[first] == '"') {
    while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
    return std::min(end + 1, json.size());
  }
  if (is_plain(json[first])) {
    while (end < json.size() && is_plain(json[end])) ++end;
  } else if (brackets && (json[first] == '[' || json[first] == '{')) {
    for (int open = 1; end < json.size() && open > 0; ++end) {
      open += json[end] == '[' || json[end] == '{' ? 1 : json[end] == ']' || json[end] == '}' ? -1 : 0;
    }
  }
  return end;
}

char kind_of(std::string_view word) { return word.empty() ? ' ' : is_plain(word[0]) ? '0' : word[0]; }

}  // namespace

Body spliced(const Body& body, conformance::Choices& choices) {
  const std::string_view whole = as_text(body.bytes);
  std::string json(whole.substr(0, static_cast<std::size_t>(body.header_length)));
  for (std::uint32_t left = 1 + (choices.chance(2) ? choices.below(3) : 0); left > 0 && !json.empty(); --left) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < json.size(); i = end_of_word(json, i, false)) starts.push_back(i);
    const std::size_t first = starts[choices.below(starts.size())];
    const std::size_t end = choices.chance(6) ? first : end_of_word(json, first, choices.chance(2));
    // Most often the new word is of the same kind.
    std::string_view word = any_word(choices);
    const bool like = choices.below(4) != 0;
    for (int tries = 0; like && tries < 20 && kind_of(word) != json[first] && !is_plain(json[first]); ++tries) {
      word = any_word(choices);
    }
    json = json.substr(0, first) + std::string(word) + json.substr(end);
  }
  Body out;
  out.header_length = json.size();
  json += whole.substr(static_cast<std::size_t>(body.header_length));
  const Bytes bytes = as_bytes(json);
  out.bytes.assign(bytes.begin(), bytes.end());
  return out;
}

}  // namespace hallmark::kserve
