// SPDX-License-Identifier: Apache-2.0
// Every text of up to six characters that JSON is made of, as a header: the codec says what the oracle says.
#include <string>

#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/counted.hpp"
#include "conformance/testing/every_text.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::safetensors {
namespace {

void check_between(std::size_t size, const std::string& before, const std::string& after) {
  constexpr std::string_view alphabet = R"({}":,[]0 \a)";
  testing::Counted counted;
  std::uint64_t texts = 1;  // and as many again, with each character before them
  for (std::size_t i = 0; i < size; ++i) texts = texts * alphabet.size() + 1;
  testing::every_text(alphabet, size, [&](const std::string& text) {
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
