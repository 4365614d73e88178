// SPDX-License-Identifier: Apache-2.0
// Testee for from_bson of nlohmann-json. It has no vectors, so documents alone are judged.
#include <hallmark_testee.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

namespace {

// Whether an input uses a type that the table "Deserialization" of the documentation lists as unsupported, as far as
// the elements before it can be followed: https://json.nlohmann.me/features/binary_formats/bson/
bool has_unmapped_type(const std::string& raw) {
  constexpr std::string_view unmapped("\x06\x07\x09\x0b\x0c\x0d\x0e\x0f\x11\x13\x7f\xff");
  const auto int32_at = [&raw](std::size_t at) {
    std::int32_t number = -1;
    if (at + 4 <= raw.size()) std::memcpy(&number, raw.data() + at, 4);
    return number;
  };
  constexpr std::size_t header = 4;
  std::size_t open = 1;  // documents and arrays
  for (std::size_t at = header; at < raw.size();) {
    const char type = raw[at++];
    if (type == 0) {
      if (--open == 0) at += header, open = 1;
      continue;
    }
    if (unmapped.find(type) != std::string_view::npos) return true;
    at = raw.find('\0', at);
    if (at == std::string::npos) return false;
    const std::int32_t size = int32_at(++at);
    switch (type) {
      case 0x01:
      case 0x12: at += 8; break;
      case 0x02:
      case 0x05:
        if (size < 0) return false;
        at += 4 + static_cast<std::size_t>(size) + (type == 0x05);
        break;
      case 0x03:
      case 0x04: at += header, ++open; break;
      case 0x08: ++at; break;
      case 0x0a: break;
      case 0x10: at += 4; break;
      default: return false;
    }
  }
  return false;
}

// Documents one after the other, as from_bson leaves the stream behind each.
json_t* decode(const std::string& raw) {
  constexpr bool to_the_end = false;
  std::istringstream input(raw);
  json_int_t documents = 0;
  try {
    while (input.peek() != std::istringstream::traits_type::eof()) {
      documents += nlohmann::json::from_bson(input, to_the_end).is_object();
    }
  } catch (const nlohmann::json::parse_error& error) {  // what its documentation names
    return rejected(error.what());
  } catch (const std::exception& error) {
    json_t* reply = rejected(error.what());
    json_object_set_new(json_object_get(reply, "error"), "unexpected", json_true());
    return reply;
  }
  return accepted(json_pack("{s:I, s:[]}", "documents", documents, "vectors"));
}

json_t* judge(const json_t* request) {
  if (strcmp(json_string_value(json_object_get(request, "format")), "bson")) return unsupported("format");
  if (strcmp(json_string_value(json_object_get(request, "op")), "decode")) return unsupported("operation");
  if (json_object_size(json_object_get(request, "options"))) return unsupported("option");
  size_t size = 0;
  unsigned char* raw = data_bytes(json_object_get(request, "input"), &size);
  if (!raw) return failed("the input cannot be read");
  const std::string input(reinterpret_cast<const char*>(raw), size);
  free(raw);
  return has_unmapped_type(input) ? unsupported("type") : decode(input);
}

}  // namespace

int main() {
  const char* version =
      TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." TEXT(NLOHMANN_JSON_VERSION_MINOR) "." TEXT(NLOHMANN_JSON_VERSION_PATCH);
  return serve(json_pack("{s:s, s:s, s:s, s:s}", "name", "nlohmann-json", "version", version, "language", "c++",
                         "homepage", "https://json.nlohmann.me/"),
               json_pack("[{s:s, s:[s]}]", "format", "bson", "ops", "decode"), judge);
}
