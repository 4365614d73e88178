// SPDX-License-Identifier: Apache-2.0
// NameIndex against a search from the first name to the last, with names made to be hard.
#include "hallmark/core/name_index.hpp"

#include <random>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"

namespace {

using hallmark::NameIndex;
using hallmark::Scratch;
using Table = std::vector<std::string>;

std::optional<std::uint64_t> first_of(const Table& table, std::string_view name) {
  const auto found = std::find(table.begin(), table.end(), name);
  if (found == table.end()) return std::nullopt;
  return static_cast<std::uint64_t>(found - table.begin());
}

// As many names as differ, of few letters: they share beginnings, one begins another, some come twice.
Table any_table(std::size_t size, unsigned letters, std::mt19937& random) {
  Table table(size);
  for (std::string& name : table) {
    name = random() % 2 == 0 ? "layers.0.weight." : "";
    name.resize(name.size() + random() % 12);
    for (char& letter : name) letter = letter == '\0' ? static_cast<char>(random() % letters) : letter;
  }
  return table;
}

}  // namespace

TEST_CASE("name index: finds what a search through all names finds, whatever scratch it is given") {
  std::mt19937 random(40);
  for (const std::size_t size : {0, 1, 2, 3, 60, 255, 256, 900}) {
    for (const unsigned letters : {2U, 256U}) {
      const Table table = any_table(size, letters, random);
      const Table others = any_table(50, letters, random);
      const std::uint64_t enough = hallmark::name_index_scratch(size);
      for (const std::uint64_t given : {enough, enough / 2, std::uint64_t{0}}) {
        std::vector<std::byte> memory(given + 1);
        Scratch scratch{std::span(memory).subspan(1)};  // at the worst alignment
        const NameIndex index(size, [&](std::uint64_t i) { return std::string_view(table[i]); }, scratch);
        CAPTURE(size, letters, given);
        bool same = true;
        for (const Table* names : {&table, &others}) {
          for (const std::string& name : *names) same = same && index.find(name) == first_of(table, name);
        }
        CHECK(same);
        if (given == enough) CHECK(scratch.used() <= 4 * size + 2 * alignof(std::uint64_t));
      }
    }
  }
}

TEST_CASE("name index: takes names many at a time from the index, not one after the other") {
  Table table;
  for (int i = 0; i < 4096; ++i) table.push_back(std::to_string(i));
  std::vector<std::byte> memory(hallmark::name_index_scratch(table.size()));
  Scratch scratch(memory);
  std::size_t looked_at = 0;
  const auto name_at = [&](std::uint64_t i) {
    ++looked_at;
    return std::string_view(table[i]);
  };
  const NameIndex index(table.size(), name_at, scratch);
  looked_at = 0;
  CHECK(index.find("4095") == 4095U);
  CHECK(looked_at <= 14);
}
