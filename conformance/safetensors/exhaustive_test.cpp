// SPDX-License-Identifier: Apache-2.0
// Every text of up to six characters that JSON is made of, as a header: the codec says what the oracle says.
#include <string>

#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/counted.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::safetensors {
namespace {

constexpr std::string_view alphabet = R"({}":,[]0 \a)";

// every_text calls `check` with every text of up to `size` characters.
template <class Check>
void every_text(std::size_t size, const Check& check) {
  std::string text;
  const auto extend = [&](const auto& self) -> void {
    check(text);
    if (text.size() == size) return;
    for (const char next : alphabet) {
      text.push_back(next);
      self(self);
      text.pop_back();
    }
  };
  extend(extend);
}

void check_between(std::size_t size, const std::string& before, const std::string& after) {
  testing::Counted counted;
  std::uint64_t texts = 1;  // and as many again, with each character before them
  for (std::size_t i = 0; i < size; ++i) texts = texts * alphabet.size() + 1;
  every_text(size, [&](const std::string& text) {
    const std::string found = testing::difference_from_oracle(codec(), with_header(before + text + after), {});
    counted.check(found.empty(), [&] { return text + ": " + found; });
  });
  counted.close(texts);
}

TEST_CASE("exhaustive: every header of up to six characters, of five in quick runs") {
  check_between(testing::stride() == 1 ? 6 : 5, "", "");
}

TEST_CASE("exhaustive: up to four characters between the members of a tensor, in its shape and its offsets") {
  check_between(4, R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0])", "}}");
  check_between(4, R"({"a":{"dtype":"U8","data_offsets":[0,0],"shape":[)", "]}}");
  check_between(4, R"({"__metadata__":{"a":"b")", "}}");
}

}  // namespace
}  // namespace hallmark::safetensors
