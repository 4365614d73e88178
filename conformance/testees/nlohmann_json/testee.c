/* Testee for from_bson of nlohmann-json. It has no vectors, so documents alone are judged. */
#define _GNU_SOURCE
#include <hallmark_testee.h>

#include "conformance/testees/nlohmann_json/reader.h"

static json_t *decode(const unsigned char *raw, size_t size) {
  const struct reading read = read_bson(raw, size);
  if (!read.message) return accepted(json_pack("{s:I, s:[]}", "documents", (json_int_t)read.documents, "vectors"));
  json_t *reply = rejected(read.message);
  if (read.unexpected) json_object_set_new(json_object_get(reply, "error"), "unexpected", json_true());
  free(read.message);
  return reply;
}

static json_t *judge(const json_t *request) {
  if (strcmp(json_string_value(json_object_get(request, "format")), "bson")) return unsupported("format");
  if (strcmp(json_string_value(json_object_get(request, "op")), "decode")) return unsupported("operation");
  if (json_object_size(json_object_get(request, "options"))) return unsupported("option");
  size_t size = 0;
  unsigned char *raw = data_bytes(json_object_get(request, "input"), &size);
  json_t *reply = raw ? decode(raw, size) : failed("the input cannot be read");
  free(raw);
  return reply;
}

int main(void) {
  return serve(json_pack("{s:s, s:s, s:s, s:s}", "name", "nlohmann-json", "version", library_version(), "language", "c++",
                         "homepage", "https://json.nlohmann.me/"),
               json_pack("[{s:s, s:[s]}]", "format", "bson", "ops", "decode"), judge);
}
