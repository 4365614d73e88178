#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("oinf: nothing is read after the last report of an invalid input") {
  const std::string sound = le(std::uint32_t{1}) + std::string("a\0\0\0", 4) + le(std::uint64_t{1});
  const auto file = [&sound](const std::string& entries) {
    const std::uint64_t size = 72 + entries.size() + sound.size() + locked;
    const std::uint64_t end = size / 8 * 8;
    std::string text("OINF\0", 5);
    for (const std::uint32_t field : {1U, 0U, 100000U, 0U, 0U, 0U}) text += le(field);
    for (const std::uint64_t field : {std::uint64_t{72}, end, end, end, size}) text += le(field);
    return text + std::string(3, '\0') + entries + sound;
  };
  const std::string disallowed = le(std::uint32_t{1}) + std::string("!\0\0\0", 4) + le(std::uint64_t{1});
  const std::string padded = le(std::uint32_t{1}) + std::string("a\0\0\1", 4) + le(std::uint64_t{1});
  check_stops({
      {"oinf", "an error", file(disallowed), {"oinf/name-characters"}},
      {"oinf",
       "an error, then a warning",
       file(disallowed + padded),
       {"oinf/name-characters", "oinf/string-padding"},
       compat()},
      {"oinf",
       "a warning, then an error",
       file(padded + disallowed),
       {"oinf/string-padding", "oinf/name-characters"},
       compat()},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
