// Reads BSON documents one after the other, as from_bson leaves the stream behind each.
#include "conformance/testees/nlohmann_json/reader.h"

#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char* library_version() {
  return TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." TEXT(NLOHMANN_JSON_VERSION_MINOR) "." TEXT(NLOHMANN_JSON_VERSION_PATCH);
}

reading read_bson(const unsigned char* raw, std::size_t size) {
  constexpr bool to_the_end = false;
  reading result = {};
  std::istringstream input(std::string(reinterpret_cast<const char*>(raw), size));
  try {
    while (input.peek() != std::istringstream::traits_type::eof()) {
      result.documents += nlohmann::json::from_bson(input, to_the_end).is_object();
    }
  } catch (const nlohmann::json::parse_error& error) {  // what its documentation names
    result.message = strdup(error.what());
  } catch (const std::exception& error) {
    result.message = strdup(error.what());
    result.unexpected = 1;
  }
  return result;
}
