// SPDX-License-Identifier: Apache-2.0
// Words to stand in place of others, right and wrong.
#include <iterator>
#include <sstream>

#include "conformance/kserve/generate.hpp"

namespace hallmark::kserve {
namespace {

// The words: numbers, literals, arrays, strings, objects, marks; at last what blanks cannot part.
std::vector<std::string> all_words() {
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
}

}  // namespace

const std::vector<std::string>& words() {
  static const std::vector<std::string> all = all_words();  // when it is asked for: the program starts without
  return all;
}

}  // namespace hallmark::kserve
