// SPDX-License-Identifier: Apache-2.0
/* Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. Needs jansson. See README.md beside it.
 *
 * serve() passes each run request to a function of yours. It returns a new reply: accepted(value), encoded(raw, size),
 * rejected(message), unsupported(reason), or failed(message) where the testee itself broke. Include this file once. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *said(const char *result, const char *name, json_t *member) {
  return json_pack("{s:s, s:o}", "result", result, name, member);
}
/* A message may hold bytes of the input, and JSON is UTF-8. */
static json_t *text(const char *message) {
  json_t *string = json_string(message);
  return string ? string : json_string("a message that is no UTF-8");
}
static inline json_t *accepted(json_t *value) { return said("accepted", "value", value); }
static inline json_t *unsupported(const char *reason) { return said("unsupported", "reason", text(reason)); }
static inline json_t *failed(const char *message) { return said("failed", "message", text(message)); }
static inline json_t *rejected(const char *message) {
  return said("rejected", "error", json_pack("{s:o}", "message", text(message)));
}

/* The member that holds tensor data in a value. */
static json_t *data(const unsigned char *raw, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = (char *)malloc(size / 3 * 4 + 5), *to = text;
  for (size_t i = 0; i < size; i += 3) {
    unsigned group = raw[i] << 16 | (i + 1 < size ? raw[i + 1] << 8 : 0) | (i + 2 < size ? raw[i + 2] : 0);
    *to++ = digits[group >> 18];
    *to++ = digits[group >> 12 & 63];
    *to++ = i + 1 < size ? digits[group >> 6 & 63] : '=';
    *to++ = i + 2 < size ? digits[group & 63] : '=';
  }
  json_t *member = json_pack("{s:o}", "base64", json_stringn(text, (size_t)(to - text)));
  free(text);
  return member;
}
static inline json_t *encoded(const unsigned char *raw, size_t size) { return said("encoded", "output", data(raw, size)); }

/* The bytes of such a member, or of an input, to be freed: large ones come as a file. NULL if it cannot be read. */
static unsigned char *data_bytes(const json_t *member, size_t *size) {
  const json_t *path = json_object_get(member, "path"), *base64 = json_object_get(member, "base64");
  const size_t length = base64 ? json_string_length(base64) : (size_t)json_integer_value(json_object_get(member, "nbytes"));
  FILE *file = path ? fopen(json_string_value(path), "rb") : NULL;
  unsigned char *raw = (unsigned char *)malloc(length + 1);
  *size = file ? fread(raw, 1, length, file) : 0;
  if (file) fclose(file);
  unsigned group = 0, bits = 0;
  for (const char *at = json_string_value(base64); at && *at && *at != '='; ++at) {
    group = group << 6 | (*at == '+' ? 62u : *at == '/' ? 63u : *at <= '9' ? *at + 4u : *at <= 'Z' ? *at - 65u : *at - 71u);
    if ((bits += 6) < 8) continue;
    raw[(*size)++] = group >> (bits -= 8) & 255;
  }
  /* To the size, so that a sanitizer sees who reads past the end. */
  if (base64 || *size == length) return (unsigned char *)realloc(raw, *size + !*size);
  free(raw);
  return NULL;
}

/* capabilities: [{"format": …, "ops": [ … ], "features": [ … ]}, …]. Returns what main returns. */
static int serve(json_t *implementation, json_t *capabilities, json_t *(*judge)(const json_t *request)) {
  char *line = NULL;
  size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
    json_t *request = json_loadb(line, (size_t)length, JSON_ALLOW_NUL, NULL);
    const char *command = json_string_value(json_object_get(request, "cmd"));
    if (command && !strcmp(command, "stop")) return 0;
    json_t *reply = !command                          ? failed("no JSON object with a command")
                    : !strcmp(command, "run")         ? judge(request)
                    : strcmp(command, "hello")        ? unsupported("unknown command")
                    : json_pack("{s:i, s:O, s:O}", "protocol", 1, "implementation", implementation, "capabilities", capabilities);
    json_object_set(reply, "seq", json_object_get(request, "seq"));
    json_dumpf(reply, stdout, JSON_COMPACT);
    puts("");
    fflush(stdout);
    json_decref(reply);
    json_decref(request);
  }
  return 0;
}
