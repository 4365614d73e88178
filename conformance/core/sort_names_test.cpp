// SPDX-License-Identifier: Apache-2.0
// Sorted names against std::stable_sort, with names made to be hard.
#include "codecs/core/sort_names.hpp"

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"

namespace {

using hallmark::as_bytes;
using hallmark::Scratch;
using hallmark::sorted_names;
using hallmark::sorted_names_scratch;

struct Entry {
  std::string name;
  std::uint32_t rank = 0;
};
using Entries = std::vector<Entry>;
using Order = std::vector<std::uint32_t>;

// What it may borrow beyond what it takes.
constexpr std::uint64_t work(std::uint64_t count) { return 16 * count + alignof(std::uint64_t) - 1; }

Order sorted_in(const Entries& table, std::span<std::byte> memory) {
  Scratch scratch(memory);
  const auto order = sorted_names(
      table.size(), scratch, [&](std::uint32_t i) { return as_bytes(table[i].name); },
      [&](std::uint32_t i) { return table[i].rank; });
  CHECK(scratch.used() <= sorted_names_scratch(table.size()));
  return {order.begin(), order.end()};
}

// Works in exactly the published amount of scratch, at the worst alignment.
Order sorted(const Entries& table) {
  std::vector<std::byte> memory(sorted_names_scratch(table.size()) + work(table.size()) + 1);
  return sorted_in(table, std::span(memory).subspan(1));
}

Order oracle(const Entries& table) {
  Order order(table.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (table[a].rank != table[b].rank) return table[a].rank < table[b].rank;
    return table[a].name < table[b].name;  // as unsigned bytes
  });
  return order;
}

}  // namespace

TEST_CASE("sorted names: random tables of every size agree with std::stable_sort") {
  std::mt19937 random(12);
  for (const std::size_t size : {0, 1, 2, 3, 23, 24, 25, 255, 256, 257, 3000}) {
    for (const unsigned letters : {1U, 2U, 26U, 256U}) {
      for (const std::size_t longest : {1, 6, 7, 8, 14, 15, 70}) {
        for (const std::uint32_t ranks : {1U, 3U, 1000U, UINT32_MAX}) {
          Entries table(size);
          for (Entry& entry : table) {
            entry.rank = random() % ranks;
            entry.name.resize(random() % (longest + 1));
            for (char& letter : entry.name) letter = static_cast<char>(random() % letters);  // NUL among them
          }
          CAPTURE(size, letters, longest, ranks);
          CHECK((sorted(table) == oracle(table)));
        }
      }
    }
  }
}

TEST_CASE("sorted names: tables in order take no more than their indices") {
  Entries table;
  for (int i = 0; i < 1000; ++i) table.push_back({std::to_string(10000 + i / 2)});
  std::vector<std::byte> memory(sorted_names_scratch(table.size()));
  CHECK(sorted_in(table, memory) == oracle(table));
  std::swap(table[10], table[20]);
  CHECK(sorted_in(table, memory).empty());
}

TEST_CASE("sorted names: the order of names is the order of bytes, a prefix first") {
  const std::vector<std::string> ascending = {"",         std::string("\0", 1), "\x01",     "a", "aa",   "ab",
                                              "abcdefgh", "abcdefghi",          "abcdefgi", "b", "\x7f", "\x80",
                                              "\xff"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      CAPTURE(i, j);
      CHECK(hallmark::before(as_bytes(ascending[i]), as_bytes(ascending[j])) == (i < j));
    }
  }
}
