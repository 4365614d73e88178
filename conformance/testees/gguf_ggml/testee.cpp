// SPDX-License-Identifier: Apache-2.0
// Testee for gguf.cpp of ggml: testee data | header. gguf_init_from_buffer reads, gguf_write_to_file_ptr writes. With
// `header` the library reads no data, as llama.cpp asks it to: the testee takes them from where the header says.
#include <ggml.h>
#include <gguf.h>
#include <hallmark_testee.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array types{"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                           "bool", "string", "array", "u64", "i64", "f64"};
constexpr json_int_t exact = (json_int_t{1} << 53) - 1;  // the largest integer that is a number in a value
bool with_data = true;
std::string said_last;  // the last error that the library said

using Contents = std::unique_ptr<gguf_context, decltype(&gguf_free)>;
using Tensors = std::unique_ptr<ggml_context, decltype(&ggml_free)>;
using Reply = std::unique_ptr<json_t, decltype(&json_decref)>;

template <class Integer>
json_t* number(Integer value) {
  if (value <= Integer(exact) || sizeof value < 8) {
    if (value >= Integer(0) || sizeof value < 8 || json_int_t(value) >= -exact) return json_integer(json_int_t(value));
  }
  return json_string(std::to_string(value).c_str());
}

json_t* bytes_of(std::string_view raw) { return data(reinterpret_cast<const unsigned char*>(raw.data()), raw.size()); }

json_t* text_or_bytes(const char* raw) {
  json_t* made = json_string(raw);
  return made ? made : bytes_of(raw);
}

template <class Number>
std::string_view raw_of(const Number& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::size_t size_of(gguf_type type) {
  constexpr std::array<std::size_t, GGUF_TYPE_COUNT> sizes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  return sizes[type];
}

json_t* array_of(const gguf_context* file, int64_t id) {
  const gguf_type type = gguf_get_arr_type(file, id);
  const std::size_t length = gguf_get_arr_n(file, id);
  std::string raw;
  if (type == GGUF_TYPE_STRING) {
    for (std::size_t i = 0; i < length; ++i) {
      const std::string_view one = gguf_get_arr_str(file, id, i);
      (raw += raw_of(std::uint64_t{one.size()})) += one;
    }
  } else if (length != 0) {
    raw.assign(static_cast<const char*>(gguf_get_arr_data(file, id)), length * size_of(type));
  }
  return json_pack("{s:s, s:o, s:o}", "type", types[type], "length", number(length), "data", bytes_of(raw));
}

json_t* value_of(const gguf_context* file, int64_t id) {
  switch (gguf_get_kv_type(file, id)) {
    case GGUF_TYPE_UINT8: return number(gguf_get_val_u8(file, id));
    case GGUF_TYPE_INT8: return number(gguf_get_val_i8(file, id));
    case GGUF_TYPE_UINT16: return number(gguf_get_val_u16(file, id));
    case GGUF_TYPE_INT16: return number(gguf_get_val_i16(file, id));
    case GGUF_TYPE_UINT32: return number(gguf_get_val_u32(file, id));
    case GGUF_TYPE_INT32: return number(gguf_get_val_i32(file, id));
    case GGUF_TYPE_UINT64: return number(gguf_get_val_u64(file, id));
    case GGUF_TYPE_INT64: return number(gguf_get_val_i64(file, id));
    case GGUF_TYPE_FLOAT32: return bytes_of(raw_of(gguf_get_val_f32(file, id)));
    case GGUF_TYPE_FLOAT64: return bytes_of(raw_of(gguf_get_val_f64(file, id)));
    case GGUF_TYPE_BOOL: return json_boolean(gguf_get_val_bool(file, id));
    case GGUF_TYPE_STRING: return text_or_bytes(gguf_get_val_str(file, id));
    default: return array_of(file, id);
  }
}

std::string lower(std::string text) {
  for (char& each : text) each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return text;
}

// ggml has four dimensions always; those of 1 at the end are left out, all but the first.
json_t* shape_of(const int64_t* dimensions) {
  int rank = GGML_MAX_DIMS;
  while (rank > 1 && dimensions[rank - 1] == 1) --rank;
  json_t* shape = json_array();
  while (rank-- > 0) json_array_append_new(shape, number(dimensions[rank]));
  return shape;
}

json_t* refused(const char* message) {
  json_t* reply = rejected(said_last.empty() ? message : said_last.c_str());
  if (said_last.empty()) json_object_set_new(json_object_get(reply, "error"), "unexpected", json_true());
  return reply;
}

json_t* decode(const unsigned char* raw, std::size_t size) {
  ggml_context* loaded = nullptr;
  const Contents file(gguf_init_from_buffer(raw, size, {!with_data, &loaded}), gguf_free);
  const Tensors tensors_of(loaded, ggml_free);
  if (!file) return refused("nothing was said");
  json_t* const metadata = json_array();
  for (int64_t i = 0; i < gguf_get_n_kv(file.get()); ++i) {
    json_array_append_new(metadata,
                          json_pack("{s:o, s:s, s:o}", "key", text_or_bytes(gguf_get_key(file.get(), i)), "type",
                                    types[gguf_get_kv_type(file.get(), i)], "value", value_of(file.get(), i)));
  }
  json_t* const tensors = json_array();
  Reply reply(json_pack("{s:i, s:s, s:o, s:o}", "version", gguf_get_version(file.get()), "byte_order", "little",
                        "metadata", metadata, "tensors", tensors),
              json_decref);
  for (int64_t i = 0; i < gguf_get_n_tensors(file.get()); ++i) {
    const std::size_t bytes = gguf_get_tensor_size(file.get(), i);
    const std::size_t offset = gguf_get_tensor_offset(file.get(), i);
    const std::size_t at = gguf_get_data_offset(file.get()) + offset;
    if (!with_data && (at > size || bytes > size - at))
      return refused("the data that the header names are not in the file");
    const char* const from = with_data ? static_cast<const char*>(ggml_get_first_tensor(loaded)->data) + offset
                                       : reinterpret_cast<const char*>(raw) + at;
    json_array_append_new(
        tensors, json_pack("{s:o, s:s, s:o, s:o}", "name", text_or_bytes(gguf_get_tensor_name(file.get(), i)), "dtype",
                           lower(ggml_type_name(gguf_get_tensor_type(file.get(), i))).c_str(), "shape",
                           shape_of(gguf_get_tensor_ne(file.get(), i)), "data", bytes_of({from, bytes})));
  }
  return accepted(reply.release());
}

std::string bytes_in(const json_t* member) {
  std::size_t size = 0;
  const std::unique_ptr<unsigned char, decltype(&free)> raw(data_bytes(member, &size), free);
  return {reinterpret_cast<const char*>(raw.get()), size};
}

// The bytes of a scalar; integers are numbers or text.
std::uint64_t bits_of(const json_t* value) {
  if (json_is_boolean(value)) return json_is_true(value);
  if (!json_is_string(value)) return static_cast<std::uint64_t>(json_integer_value(value));
  const std::string text = json_string_value(value);
  return text[0] == '-' ? static_cast<std::uint64_t>(std::stoll(text)) : std::stoull(text);
}

template <class Number>
Number float_of(const json_t* value) {
  Number made{};
  const std::string raw = bytes_in(value);
  memcpy(&made, raw.data(), sizeof made);
  return made;
}

int type_named(const json_t* name) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (json_string_value(name) && !strcmp(json_string_value(name), types[i])) return static_cast<int>(i);
  }
  return GGUF_TYPE_COUNT;
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

// The text of a string or of bytes; null for one that C cannot say.
bool text_in(const json_t* value, std::string& text) {
  text = json_is_string(value) ? std::string(json_string_value(value), json_string_length(value)) : bytes_in(value);
  return !has_nul(text);
}

bool set_array(gguf_context* file, const char* key, const json_t* value) {
  const auto type = static_cast<gguf_type>(type_named(json_object_get(value, "type")));
  const std::string raw = bytes_in(json_object_get(value, "data"));
  const std::size_t length = bits_of(json_object_get(value, "length"));
  if (type == GGUF_TYPE_ARRAY) return false;
  if (type != GGUF_TYPE_STRING) {
    if (raw.size() / size_of(type) != length || raw.size() % size_of(type) != 0) return false;
    if (type == GGUF_TYPE_BOOL && std::any_of(raw.begin(), raw.end(), [](char each) { return each & ~1; }))
      return false;
    gguf_set_arr_data(file, key, type, raw.data(), length);
    return true;
  }
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < raw.size();) {
    std::uint64_t size = 0;
    if (raw.size() - at < sizeof size) return false;
    memcpy(&size, raw.data() + at, sizeof size);
    at += sizeof size;
    if (raw.size() - at < size) return false;
    texts.push_back(raw.substr(at, size));
    at += size;
    if (has_nul(texts.back())) return false;
  }
  if (texts.size() != length) return false;
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  gguf_set_arr_str(file, key, pointers.data(), pointers.size());
  return true;
}

// False for what the library cannot be given.
bool set(gguf_context* file, const json_t* pair) {
  std::string name;
  if (!text_in(json_object_get(pair, "key"), name) || name.empty()) return false;
  const char* const key = name.c_str();
  const json_t* const value = json_object_get(pair, "value");
  if (gguf_find_key(file, key) != -1) return false;
  const int type = type_named(json_object_get(pair, "type"));
  if (!strcmp(key, "general.alignment") && (type != GGUF_TYPE_UINT32 || bits_of(value) != GGUF_DEFAULT_ALIGNMENT))
    return false;
  switch (type) {
    case GGUF_TYPE_UINT8: gguf_set_val_u8(file, key, static_cast<std::uint8_t>(bits_of(value))); return true;
    case GGUF_TYPE_INT8: gguf_set_val_i8(file, key, static_cast<std::int8_t>(bits_of(value))); return true;
    case GGUF_TYPE_UINT16: gguf_set_val_u16(file, key, static_cast<std::uint16_t>(bits_of(value))); return true;
    case GGUF_TYPE_INT16: gguf_set_val_i16(file, key, static_cast<std::int16_t>(bits_of(value))); return true;
    case GGUF_TYPE_UINT32: gguf_set_val_u32(file, key, static_cast<std::uint32_t>(bits_of(value))); return true;
    case GGUF_TYPE_INT32: gguf_set_val_i32(file, key, static_cast<std::int32_t>(bits_of(value))); return true;
    case GGUF_TYPE_UINT64: gguf_set_val_u64(file, key, bits_of(value)); return true;
    case GGUF_TYPE_INT64: gguf_set_val_i64(file, key, static_cast<std::int64_t>(bits_of(value))); return true;
    case GGUF_TYPE_FLOAT32: gguf_set_val_f32(file, key, float_of<float>(value)); return true;
    case GGUF_TYPE_FLOAT64: gguf_set_val_f64(file, key, float_of<double>(value)); return true;
    case GGUF_TYPE_BOOL: gguf_set_val_bool(file, key, json_is_true(value)); return true;
    case GGUF_TYPE_STRING:
      if (std::string text; !text_in(value, text))
        return false;
      else
        gguf_set_val_str(file, key, text.c_str());
      return true;
    case GGUF_TYPE_ARRAY: return set_array(file, key, value);
    default: return false;
  }
}

bool add(gguf_context* file, ggml_context* tensors, const json_t* given, std::string& raw) {
  std::string name;
  const json_t* const shape = json_object_get(given, "shape");
  const std::size_t rank = json_array_size(shape);
  if (!text_in(json_object_get(given, "name"), name) || name.size() >= GGML_MAX_NAME) return false;
  if (rank == 0 || rank > GGML_MAX_DIMS || gguf_find_tensor(file, name.c_str()) != -1) return false;
  const std::string dtype = json_string_value(json_object_get(given, "dtype"));
  int type = 0;
  while (type < GGML_TYPE_COUNT && (ggml_blck_size(static_cast<ggml_type>(type)) == 0 ||
                                    lower(ggml_type_name(static_cast<ggml_type>(type))) != dtype))
    ++type;
  std::int64_t dimensions[GGML_MAX_DIMS];
  for (std::size_t i = 0; i < rank; ++i) {
    dimensions[rank - 1 - i] = static_cast<std::int64_t>(bits_of(json_array_get(shape, i)));
    if (dimensions[rank - 1 - i] <= 0) return false;
  }
  raw = bytes_in(json_object_get(given, "data"));
  if (type == GGML_TYPE_COUNT || dimensions[0] % ggml_blck_size(static_cast<ggml_type>(type)) != 0) return false;
  unsigned __int128 bytes = ggml_type_size(static_cast<ggml_type>(type));
  for (std::size_t i = 0; i < rank; ++i)
    bytes = std::min<unsigned __int128>(bytes * static_cast<std::uint64_t>(dimensions[i]), ~std::uint64_t{0});
  if (bytes / static_cast<std::uint64_t>(ggml_blck_size(static_cast<ggml_type>(type))) != raw.size()) return false;
  ggml_tensor* const tensor =
      ggml_new_tensor(tensors, static_cast<ggml_type>(type), static_cast<int>(rank), dimensions);
  ggml_set_name(tensor, name.c_str());
  tensor->data = raw.data();
  gguf_add_tensor(file, tensor);
  return true;
}

json_t* encode(const json_t* value) {
  const json_t* const metadata = json_object_get(value, "metadata");
  const json_t* const tensors = json_object_get(value, "tensors");
  if (json_integer_value(json_object_get(value, "version")) != GGUF_VERSION)
    return unsupported("another version is not written");
  if (strcmp(json_string_value(json_object_get(value, "byte_order")), "little"))
    return unsupported("big-endian is not written");
  const Contents file(gguf_init_empty(), gguf_free);
  const Tensors made(ggml_init({(json_array_size(tensors) + 1) * ggml_tensor_overhead(), nullptr, true}), ggml_free);
  std::size_t i = 0;
  json_t* each = nullptr;
  json_array_foreach(metadata, i, each) {
    if (!set(file.get(), each)) return unsupported("a pair that a caller cannot say");
  }
  std::vector<std::string> blobs(json_array_size(tensors));
  json_array_foreach(tensors, i, each) {
    if (!add(file.get(), made.get(), each, blobs[i])) return unsupported("a tensor that a caller cannot make");
  }
  char* output = nullptr;
  std::size_t size = 0;
  FILE* const stream = open_memstream(&output, &size);
  const bool written = gguf_write_to_file_ptr(file.get(), stream, false);
  fclose(stream);
  json_t* const reply = written ? encoded(reinterpret_cast<unsigned char*>(output), size) : refused("not written");
  free(output);
  return reply;
}

json_t* judge(const json_t* request) {
  said_last.clear();
  if (strcmp(json_string_value(json_object_get(request, "format")), "gguf")) return unsupported("format");
  if (json_object_size(json_object_get(request, "options"))) return unsupported("option");
  if (!strcmp(json_string_value(json_object_get(request, "op")), "encode"))
    return encode(json_object_get(request, "value"));
  std::size_t size = 0;
  const std::unique_ptr<unsigned char, decltype(&free)> raw(data_bytes(json_object_get(request, "input"), &size), free);
  return raw ? decode(raw.get(), size) : failed("the input cannot be read");
}

}  // namespace

int main(int, char** words) {
  with_data = !strcmp(words[1], "data");
  ggml_log_set(
      [](ggml_log_level level, const char* text, void*) {
        if (level == GGML_LOG_LEVEL_ERROR) said_last = text;
      },
      nullptr);
  const std::string version = std::string("of llama-cpp-python ") + ggml_version();
  json_t* const ops = with_data ? json_pack("[s, s]", "decode", "encode") : json_pack("[s]", "decode");
  return serve(json_pack("{s:s, s:s, s:s, s:s}", "name", "ggml", "version", version.c_str(), "language", "c++",
                         "homepage", "https://github.com/ggml-org/ggml"),
               json_pack("[{s:s, s:o, s:[s]}]", "format", "gguf", "ops", ops, "features", "version-2"), judge);
}
