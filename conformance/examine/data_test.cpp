// SPDX-License-Identifier: Apache-2.0
// check_data, with a codec made for the test: its inputs are two tensors of f32, after a header of eight bytes.
#include "conformance/examine/data.hpp"

#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "conformance/examine/examine.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::conformance;

namespace {

constexpr std::size_t header = 8;
constexpr std::size_t first_size = 8192;

class Named final : public Place {
 public:
  explicit Named(std::string_view name) : name_(name) {}
  void write(TextSink& out, const Violation&) const noexcept override { out.write(name_); }

 private:
  std::string_view name_;
};

Violation show(Input input, Scratch&, const Options&, ContentSink& sink) noexcept {
  const Bytes first = input.slice(header, header + first_size);
  const Bytes second = input.slice(header + first_size, input.size);
  // In another order than they lie in.
  (void)sink.tensor({.name = "second", .dtype = DType::f32, .shape = {}, .data = second}, Named("second"));
  (void)sink.tensor({.name = "first", .dtype = DType::f32, .shape = {}, .data = first}, Named("first"));
  return {};
}

Codec two_tensors() {
  return {{.id = "test", .family = "test", .title = "", .extensions = {}},
          {.rules = {},
           .recognise = nullptr,
           .scratch_bound = [](Input, const Options&) noexcept { return std::uint64_t{0}; },
           .decode = nullptr,
           .validate = [](Input, Scratch&, const Options&, DiagnosticSink&) noexcept { return Verdict::valid; },
           .layout = nullptr,
           .contents = show,
           .contents_bound = [](Input, Scratch&, const Options&) noexcept { return std::uint64_t{0}; }}};
}

// The file whose elements are 1.0, but for zeros in [from, to) and `value` at an offset.
std::vector<std::byte> file(std::size_t size, std::size_t from, std::size_t to, float value = 1,
                            std::size_t at = header) {
  std::vector<std::byte> bytes(size, std::byte{1});
  for (std::size_t i = header; i + 4 <= size; i += 4) store_le(&bytes[i], std::bit_cast<std::uint32_t>(1.0F));
  if (at + 4 <= size) store_le(&bytes[at], std::bit_cast<std::uint32_t>(value));
  for (std::size_t i = from; i < to; ++i) bytes[i] = {};
  return bytes;
}

std::string findings(Input input) {
  std::string text;
  const Examination examination = examine(two_tensors(), input, {}, {.data = true});
  CHECK(examination.verdict == Verdict::valid);
  for (const auto& one : examination.diagnostics) {
    CHECK(one.severity == Severity::warning);
    text += one.rule + ' ' + one.path + ' ' + std::to_string(one.offset) + ' ' + std::to_string(one.length) + ' ' +
            one.actual.value_or("") + '\n';
  }
  return text;
}

constexpr std::size_t second_at = header + first_size;
constexpr std::size_t full = second_at + 8192;

}  // namespace

TEST_CASE("--data warns of what no format forbids") {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  struct Row {
    const char* name;
    std::vector<std::byte> bytes;
    std::string expected;
  };
  const Row rows[] = {
      {"nothing", file(full, 0, 0), ""},
      // 1.0 ends in a byte that is not zero, so the zeros begin where they were put.
      {"a tail in the second tensor", file(full, full - 4096, full), "hallmark/zero-tail second 12296 4096 4096\n"},
      {"a tail that is too short", file(full, full - 4093, full), ""},
      {"a tail from the first tensor on is one finding", file(full, 100, full),
       "hallmark/zero-tail first 100 16292 16292\n"},
      {"a tail from the start of the first tensor on", file(full, header, full),
       "hallmark/zero-tail first 8 16384 16384\n"},
      {"a last tensor that is zero is no tail", file(full, second_at, full),
       "hallmark/zero-tensor second 8200 8192 8192\n"},
      {"a first tensor that is zero", file(full, header, second_at), "hallmark/zero-tensor first 8 8192 8192\n"},
      {"zeros in the middle", file(full, header, second_at - 1), ""},
      {"infinity", file(full, 0, 0, infinite, second_at + 8), "hallmark/not-finite second 8208 4 1\n"},
      {"minus infinity at the end", file(full, 0, 0, -infinite, full - 4), "hallmark/not-finite second 16388 4 1\n"},
      {"NaN at the start", file(full, 0, 0, nan, header), "hallmark/not-finite first 8 4 1\n"},
      {"the largest number is finite", file(full, 0, 0, std::numeric_limits<float>::max(), header), ""},
      {"NaN before a tail", file(full, full - 4096, full, nan, second_at),
       "hallmark/zero-tail second 12296 4096 4096\nhallmark/not-finite second 8200 4 1\n"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(findings(Bytes(row.bytes)) == row.expected);
  }
}

TEST_CASE("data that take more memory than they may are not judged, and that is said") {
  Codec codec = two_tensors();
  codec.contents_bound = [](Input, Scratch&, const Options&) noexcept { return std::uint64_t{100}; };
  const auto bytes = file(full, full - 4096, full);
  for (const std::uint64_t allowed : {99, 100}) {
    const Examination examination = examine(codec, Bytes(bytes), {}, {.max_alloc = allowed, .data = true});
    REQUIRE(examination.diagnostics.size() == 1);
    CHECK(examination.verdict == (allowed == 99 ? Verdict::limited : Verdict::valid));
    CHECK(examination.diagnostics[0].rule == (allowed == 99 ? "hallmark/max-alloc" : "hallmark/zero-tail"));
  }
}

TEST_CASE("of the beginning of a file no tail is said") {
  const auto bytes = file(full, full - 4096, full);
  CHECK(findings({bytes, full + 1}).empty());
}

TEST_CASE("not_finite finds each element in every block, of every plain float") {
  struct Row {
    DType dtype;
    std::size_t size;
    std::uint64_t bad, good;
  };
  constexpr Row rows[] = {{DType::f16, 2, 0x7c00, 0x7bff},
                          {DType::f16, 2, 0xfe01, 0xfbff},
                          {DType::bf16, 2, 0x7f80, 0x7f7f},
                          {DType::f32, 4, 0xff800000, 0xff7fffff},
                          {DType::f64, 8, 0x7ff0000000000001, 0x7fefffffffffffff}};
  for (const Row& row : rows) {
    for (const std::size_t count : {1, 511, 512, 513, 1023, 1024, 2047, 2048, 2049, 5000}) {
      std::vector<std::byte> data(count * row.size);
      const auto put = [&](std::size_t i, std::uint64_t word) {
        for (std::size_t byte = 0; byte < row.size; ++byte) data[i * row.size + byte] = std::byte(word >> 8 * byte);
      };
      for (std::size_t i = 0; i < count; ++i) put(i, row.good);
      CHECK(not_finite(row.dtype, data).count == 0);
      for (const std::size_t at : {std::size_t{0}, count / 2, count - 1}) {
        put(at, row.bad);
        CHECK(not_finite(row.dtype, data).count == 1);
        CHECK(not_finite(row.dtype, data).first == at);
        put(at, row.good);
      }
      for (std::size_t i = 0; i < count; ++i) put(i, row.bad);
      CHECK(not_finite(row.dtype, data).count == count);
    }
  }
  CHECK(not_finite(DType::i32, std::vector<std::byte>(8, std::byte{0xff})).count == 0);
}
