// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

#include "codecs/oinf/writer.hpp"
#include "conformance/model/arena.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("oinf: nothing is read after the last report of an invalid input") {
  conformance::Arena arena;
  const auto entry = [&](std::string_view name, char padding = '\0') {
    std::string text(as_text(arena.put([&](Writer& to) { oinf::put_sizevar(to, name, 1); })));
    text[7] = padding;
    return text;
  };
  const auto file = [&](const std::string& entries) {
    const std::uint64_t size = oinf::header_size + entries.size() + entry("a").size() + locked;
    const std::uint64_t end = size / 8 * 8;
    return std::string(as_text(arena.put([&](Writer& to) {
      oinf::put_header(to, {.n_sizevars = 100000,
                            .offset_sizevars = oinf::header_size,
                            .offset_metadata = end,
                            .offset_tensors = end,
                            .offset_data = end,
                            .file_size = size});
      oinf::put_padding(to);
      to.text(entries + entry("a"));
    })));
  };
  const std::string wrong = entry("!");
  const std::string padded = entry("a", '\1');
  constexpr const char* error = "oinf/name-characters";
  constexpr const char* warning = "oinf/string-padding";
  check_stops({
      {"oinf", "an error", file(wrong), {error}},
      {"oinf", "an error, then a warning", file(wrong + padded), {error, warning}, compat()},
      {"oinf", "a warning, then an error", file(padded + wrong), {warning, error}, compat()},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
