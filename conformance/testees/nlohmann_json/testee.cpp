// Testee for from_bson of nlohmann-json. It has no vectors, so documents alone are judged.
#include <hallmark_testee.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

namespace {

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
  return decode(input);
}

}  // namespace

int main() {
  const char* version =
      TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." TEXT(NLOHMANN_JSON_VERSION_MINOR) "." TEXT(NLOHMANN_JSON_VERSION_PATCH);
  return serve(json_pack("{s:s, s:s, s:s, s:s}", "name", "nlohmann-json", "version", version, "language", "c++",
                         "homepage", "https://json.nlohmann.me/"),
               json_pack("[{s:s, s:[s]}]", "format", "bson", "ops", "decode"), judge);
}
