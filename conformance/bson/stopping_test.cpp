// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

// The length of a document that goes on to somewhere in the locked memory.
std::string bson_length(std::size_t less) { return le(static_cast<std::int32_t>(locked - less)); }

// An element: its key and its value.
std::string bson_boolean(char key, char value) { return {'\x08', key, '\0', value}; }

TEST_CASE("bson: nothing is read after the last report of an invalid input") {
  const std::string array = bson_length(0) + std::string{'\x04', 'a', '\0'} + bson_length(64);
  const std::string rest(word, '\1');
  const std::string first = le(std::int32_t{9}) + bson_boolean('0', 2) + '\0';
  check_stops({
      {"bson", "an error", array + bson_boolean('0', 2) + rest, {"bson/boolean"}},
      {"bson",
       "an error, then a warning",
       array + bson_boolean('0', 2) + bson_boolean('7', 1) + rest,
       {"bson/boolean", "bson/array-key"}},
      {"bson",
       "a warning, then an error",
       array + bson_boolean('7', 1) + bson_boolean('1', 2) + rest,
       {"bson/array-key", "bson/boolean"}},
      {"bson", "the document before", first, {"bson/boolean"}},
      {"bson", "the second document before", first + first, {"bson/boolean", "bson/boolean"}},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
