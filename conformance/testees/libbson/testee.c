// SPDX-License-Identifier: Apache-2.0
/* Testee for libbson 1.x: testee validate|iterator. It has no vectors, so documents alone are judged. */
#define _GNU_SOURCE
#include <bson/bson.h>
#include <hallmark_testee.h>

/* A reader says what is wrong with a document, or NULL. */
typedef const char *reader(const bson_t *document);

static const char *validate(const bson_t *document) {
  static bson_error_t error;
  const bson_validate_flags_t flags = BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL;
  return bson_validate_with_error(document, flags, &error) ? NULL : error.message;
}

/* The iterator leaves this to its caller, by the manuals of bson_iter_utf8 and bson_utf8. */
static bool utf8(const char *text, size_t size) { return bson_utf8_validate(text, size, true); }

/* The texts of an element: its key, and those of its value. */
static bool all_utf8(bson_iter_t *at) {
  uint32_t size = 0, scope_size = 0;
  const uint8_t *scope = NULL;
  const char *text = bson_iter_key(at), *options = NULL;
  if (!utf8(text, strlen(text))) return false;
  switch (bson_iter_type(at)) {
    case BSON_TYPE_UTF8: return text = bson_iter_utf8(at, &size), utf8(text, size);
    case BSON_TYPE_CODE: return text = bson_iter_code(at, &size), utf8(text, size);
    case BSON_TYPE_SYMBOL: return text = bson_iter_symbol(at, &size), utf8(text, size);
    case BSON_TYPE_CODEWSCOPE: return text = bson_iter_codewscope(at, &size, &scope_size, &scope), utf8(text, size);
    case BSON_TYPE_DBPOINTER: return bson_iter_dbpointer(at, &size, &text, NULL), utf8(text, size);
    case BSON_TYPE_REGEX:
      text = bson_iter_regex(at, &options);
      return utf8(text, strlen(text)) && utf8(options, strlen(options));
    default: return true;
  }
}

static const char *iterate(bson_iter_t *at);

static const char *iterate_document(const bson_t *document) {
  bson_iter_t at;
  return bson_iter_init(&at, document) ? iterate(&at) : "bson_iter_init failed";
}

/* What is in a value that holds others. */
static const char *iterate_value(bson_iter_t *at) {
  bson_iter_t inner;
  if (BSON_ITER_HOLDS_DOCUMENT(at) || BSON_ITER_HOLDS_ARRAY(at)) {
    return bson_iter_recurse(at, &inner) ? iterate(&inner) : "bson_iter_recurse failed";
  }
  if (BSON_ITER_HOLDS_CODEWSCOPE(at)) {
    uint32_t size = 0, scope_size = 0;
    const uint8_t *scope = NULL;
    bson_t document;
    bson_iter_codewscope(at, &size, &scope_size, &scope);
    return bson_init_static(&document, scope, scope_size) ? iterate_document(&document) : "bson_init_static failed";
  }
  return NULL;
}

/* bson_iter_next returns false at the end and at what is corrupt; err_off tells which. */
static const char *iterate(bson_iter_t *at) {
  while (bson_iter_next(at)) {
    const char *why = all_utf8(at) ? iterate_value(at) : "bson_utf8_validate failed";
    if (why) return why;
  }
  return at->err_off ? "bson_iter_next failed" : NULL;
}

static reader *chosen;

static json_t *decode(const unsigned char *raw, size_t size) {
  bson_reader_t *documents = bson_reader_new_from_data(raw, size);
  json_t *reply = NULL;
  bool ended = false;
  json_int_t count = 0;
  for (const bson_t *document; !reply && (document = bson_reader_read(documents, &ended)); ++count) {
    const char *why = chosen(document);
    if (why) reply = rejected(why);
  }
  if (!reply && !ended) reply = rejected("bson_reader_read failed");
  bson_reader_destroy(documents);
  return reply ? reply : accepted(json_pack("{s:I, s:[]}", "documents", count, "vectors"));
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

int main(int count, char **arguments) {
  const char *mode = count == 2 ? arguments[1] : "";
  chosen = !strcmp(mode, "validate") ? validate : !strcmp(mode, "iterator") ? iterate_document : NULL;
  if (!chosen) return fputs("usage: testee validate|iterator\n", stderr), 4;
  return serve(json_pack("{s:s+, s:s, s:s, s:s}", "name", "libbson-", mode, "version", bson_get_version(), "language", "c",
                         "homepage", "https://mongoc.org/libbson/"),
               json_pack("[{s:s, s:[s]}]", "format", "bson", "ops", "decode"), judge);
}
