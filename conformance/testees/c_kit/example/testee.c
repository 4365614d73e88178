// SPDX-License-Identifier: Apache-2.0
/* A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place. */
#define _GNU_SOURCE
#include <hallmark_testee.h>

static const struct {
  const char *name;
  unsigned char number;
} dtypes[] = {{"int8", 0x03}, {"float32", 0x27}, {"packed_bit", 0x10}};

/* What the specification does not allow, or NULL. */
static const char *wrong(const char *dtype, unsigned padding, const unsigned char *elements, size_t size) {
  if (padding > 7 || (padding && (strcmp(dtype, "packed_bit") || !size))) return "padding out of range";
  if (!strcmp(dtype, "float32") && size % 4) return "float32 data is no multiple of 4 bytes";
  if (padding && elements[size - 1] & ((1 << padding) - 1)) return "ignored bits are not zero";
  return NULL;
}

static json_t *decode(const unsigned char *raw, size_t size) {
  if (size < 2) return rejected("dtype and padding are missing");
  for (int i = 0; i < 3; ++i) {
    if (dtypes[i].number != raw[0]) continue;
    const char *why = wrong(dtypes[i].name, raw[1], raw + 2, size - 2);
    return why ? rejected(why)
               : accepted(json_pack("{s:s, s:i, s:o}", "dtype", dtypes[i].name, "padding", raw[1], "data",
                                    data(raw + 2, size - 2)));
  }
  return rejected("unknown dtype");
}

static json_t *encode(const json_t *value) {
  const char *dtype = json_string_value(json_object_get(value, "dtype"));
  const unsigned padding = (unsigned)json_integer_value(json_object_get(value, "padding"));
  size_t size = 0;
  unsigned char *elements = data_bytes(json_object_get(value, "data"), &size);
  if (!elements) return failed("the data cannot be read");
  const char *why = wrong(dtype, padding, elements, size);
  json_t *reply = why ? rejected(why) : NULL;
  for (int i = 0; !reply && i < 3; ++i) {
    if (strcmp(dtypes[i].name, dtype)) continue;
    unsigned char *output = malloc(size + 2);
    output[0] = dtypes[i].number;
    output[1] = (unsigned char)padding;
    memcpy(output + 2, elements, size);
    reply = encoded(output, size + 2);
    free(output);
  }
  free(elements);
  return reply ? reply : unsupported("dtype");
}

static json_t *judge(const json_t *request) {
  if (strcmp(json_string_value(json_object_get(request, "format")), "bson-vector")) return unsupported("format");
  if (json_object_size(json_object_get(request, "options"))) return unsupported("option");
  if (!strcmp(json_string_value(json_object_get(request, "op")), "encode")) return encode(json_object_get(request, "value"));
  size_t size = 0;
  unsigned char *raw = data_bytes(json_object_get(request, "input"), &size);
  json_t *reply = raw ? decode(raw, size) : failed("the input cannot be read");
  free(raw);
  return reply;
}

int main(void) {
  return serve(json_pack("{s:s, s:s, s:s}", "name", "example", "version", "1", "language", "c"),
               json_pack("[{s:s, s:[s, s]}]", "format", "bson-vector", "ops", "decode", "encode"), judge);
}
