// SPDX-License-Identifier: Apache-2.0
// Testee for xtensor: load_npy reads, each type in turn; dump_npy writes.
#include <hallmark_testee.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xnpy.hpp>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

namespace {

template <class T>
struct Type {
  using Element = T;
  std::string_view descr;
};

// Calls `work` with every type that the library has.
template <class Work>
void each_type(Work work) {
  work(Type<bool>{"|b1"}), work(Type<std::int8_t>{"|i1"}), work(Type<std::uint8_t>{"|u1"});
  work(Type<std::int16_t>{"<i2"}), work(Type<std::uint16_t>{"<u2"}), work(Type<std::int32_t>{"<i4"});
  work(Type<std::uint32_t>{"<u4"}), work(Type<std::int64_t>{"<i8"}), work(Type<std::uint64_t>{"<u8"});
  work(Type<float>{"<f4"}), work(Type<double>{"<f8"});
  work(Type<std::complex<float>>{"<c8"}), work(Type<std::complex<double>>{"<c16"});
}

bool is_offered(std::string_view descr) {
  bool found = false;
  each_type([&](auto type) { found = found || type.descr == descr; });
  return found;
}

// Whether a header names a type of the format that the library lacks: that is no verdict.
bool is_lacking(const std::string& raw) {
  static const std::regex descr(R"(['"]descr['"]\s*:\s*(\[|['"]([^'"]*)['"]))");
  static const std::regex plain(R"(\|b1|\|[iu]1|[<>][iuf][248]|[<>]c(8|16)|\|[SV]\d+|[<>]U\d+|[<>][mM]8(\[\w+\])?)");
  std::smatch found;
  if (!std::regex_search(raw, found, descr)) return false;
  return found[1] == "[" || (std::regex_match(found[2].str(), plain) && !is_offered(found[2].str()));
}

template <class T>
json_t* value_of(std::string_view descr, const std::string& raw) {
  std::istringstream input(raw);
  const xt::xarray<T> array = xt::load_npy<T>(input);  // row-major, whatever the file is
  json_t* shape = json_array();
  for (const std::size_t size : array.shape()) json_array_append_new(shape, json_integer(json_int_t(size)));
  const auto* bytes = reinterpret_cast<const unsigned char*>(array.data());
  return json_pack("{s:s%, s:o, s:o}", "descr", descr.data(), descr.size(), "shape", shape, "data",
                   data(bytes, array.size() * sizeof(T)));
}

bool is_of_another_type(const std::exception& error) {
  return std::string_view(error.what()).find("Cast error: formats not matching") != std::string_view::npos;
}

json_t* decode(const std::string& raw) {
  if (is_lacking(raw)) return unsupported("elements of another type");
  json_t* reply = nullptr;
  each_type([&](auto type) {
    if (reply != nullptr) return;
    try {
      reply = accepted(value_of<typename decltype(type)::Element>(type.descr, raw));
    } catch (const std::exception& error) {
      if (is_of_another_type(error)) return;
      reply = rejected(error.what());
      if (dynamic_cast<const std::runtime_error*>(&error) != nullptr) return;
      json_object_set_new(json_object_get(reply, "error"), "unexpected", json_true());
    }
  });
  return reply != nullptr ? reply : rejected("no type of the library");
}

json_t* encode(const json_t* value) {
  const char* descr = json_string_value(json_object_get(value, "descr"));
  if (descr == nullptr || !is_offered(descr)) return unsupported("elements of another type");
  if (json_is_true(json_object_get(value, "fortran_order"))) return unsupported("Fortran order is not written");
  std::vector<std::size_t> shape;
  std::size_t count = 1;
  bool fits = true;
  std::size_t i = 0;
  json_t* one = nullptr;
  json_array_foreach(json_object_get(value, "shape"), i, one) {
    const bool is_text = json_is_string(one);
    shape.push_back(is_text ? std::stoull(json_string_value(one)) : std::size_t(json_integer_value(one)));
    fits = fits && !__builtin_mul_overflow(count, shape.back(), &count);
  }
  std::size_t size = 0;
  unsigned char* raw = data_bytes(json_object_get(value, "data"), &size);
  if (raw == nullptr) return failed("the data cannot be read");
  json_t* reply = nullptr;
  each_type([&](auto type) {
    using T = typename decltype(type)::Element;
    if (type.descr != descr) return;
    if (!fits || size % sizeof(T) != 0 || size / sizeof(T) != count) {
      reply = unsupported("no such array");
      return;
    }
    try {
      xt::xarray<T> array(shape);
      std::memcpy(array.data(), raw, size);
      const std::string output = xt::dump_npy(array);
      reply = encoded(reinterpret_cast<const unsigned char*>(output.data()), output.size());
    } catch (const std::exception& error) {
      reply = rejected(error.what());
    }
  });
  free(raw);
  return reply;
}

json_t* judge(const json_t* request) {
  if (strcmp(json_string_value(json_object_get(request, "format")), "npy")) return unsupported("format");
  if (json_object_size(json_object_get(request, "options"))) return unsupported("option");
  if (!strcmp(json_string_value(json_object_get(request, "op")), "encode")) {
    return encode(json_object_get(request, "value"));
  }
  size_t size = 0;
  unsigned char* raw = data_bytes(json_object_get(request, "input"), &size);
  if (!raw) return failed("the input cannot be read");
  const std::string input(reinterpret_cast<const char*>(raw), size);
  free(raw);
  return decode(input);
}

}  // namespace

int main() {
  const char* version = TEXT(XTENSOR_VERSION_MAJOR) "." TEXT(XTENSOR_VERSION_MINOR) "." TEXT(XTENSOR_VERSION_PATCH);
  return serve(
      json_pack("{s:s, s:s, s:s, s:s}", "name", "xtensor", "version", version, "language", "c++", "homepage",
                "https://xtensor.readthedocs.io/"),
      json_pack("[{s:s, s:[s, s], s:[s]}]", "format", "npy", "ops", "decode", "encode", "features", "fortran-order"),
      judge);
}
