// SPDX-License-Identifier: Apache-2.0
// Unique names against a map, with names made to be hard.
#include "codecs/core/unique_names.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"

namespace {

using hallmark::as_bytes;
using hallmark::find_same_names;
using hallmark::SameNames;
using hallmark::Scratch;
using hallmark::unique_names_scratch;
namespace unique_names = hallmark::unique_names;

using Table = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs oracle(const Table& table) {
  std::map<std::string_view, std::uint32_t> first;
  Pairs pairs;
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const auto [at, is_new] = first.emplace(table[i], i);
    if (!is_new) pairs.emplace_back(i, at->second);
  }
  return pairs;
}

Pairs pairs_of(const SameNames& same) {
  Pairs pairs;
  for (std::uint64_t i = 0; i < same.size(); ++i) pairs.emplace_back(same[i].later, same[i].earlier);
  return pairs;
}

// Works in exactly the published amount of scratch, at the worst alignment.
Pairs found(const Table& table) {
  const std::uint64_t bound = unique_names_scratch(table.size());
  std::vector<std::byte> memory(bound + 1);
  Scratch scratch{std::span(memory).subspan(1)};
  const auto same = find_same_names(table.size(), [&](std::uint32_t i) { return as_bytes(table[i]); }, scratch);
  REQUIRE(same.has_value());
  return pairs_of(*same);
}

// Asks find_same directly, with hashes of somebody's choice.
template <class HashOf>
Pairs found_by(const Table& table, const HashOf& hash_of) {
  std::vector<std::uint64_t> slots(2 * table.size());
  const auto at = [](const void* names, std::uint32_t i) { return as_bytes((*static_cast<const Table*>(names))[i]); };
  const auto hash_at = [&](std::uint32_t i) -> std::uint32_t { return hash_of(table[i]); };
  return pairs_of(unique_names::find_same(slots, {&table, at}, hash_at));
}

Pairs found_in_one_group(const Table& table) {
  return found_by(table, [](const std::string&) { return 0xdeadU; });
}

Table random_table(std::mt19937& random, std::size_t size, unsigned letters, std::size_t longest) {
  Table table(size);
  for (std::string& name : table) {
    name.resize(random() % (longest + 1));
    for (char& letter : name) letter = static_cast<char>(random() % letters);  // NUL among them
  }
  return table;
}

}  // namespace

TEST_CASE("unique names: random tables of every size agree with a map") {
  std::mt19937 random(7);
  for (const std::size_t size : {0, 1, 2, 3, 10, 15, 16, 17, 24, 100, 255, 256, 257, 1000, 5000, 8191, 8192}) {
    for (const unsigned letters : {1U, 2U, 26U, 256U}) {
      for (const std::size_t longest : {1, 7, 8, 9, 20, 70}) {
        const Table table = random_table(random, size, letters, longest);
        const Pairs expected = oracle(table);
        CAPTURE(size, letters, longest);
        CHECK((found(table) == expected));
        CHECK((found_in_one_group(table) == expected));
      }
    }
  }
}

TEST_CASE("unique names: names that share prefixes of every length agree with a map") {
  std::mt19937 random(8);
  for (const std::size_t prefix : {0, 1, 7, 8, 9, 64, 1000}) {
    Table table;
    for (int i = 0; i < 2000; ++i) table.push_back(std::string(prefix, 'p') + std::to_string(random() % 3000));
    table.push_back(std::string(prefix, 'p'));
    const Pairs expected = oracle(table);
    CAPTURE(prefix);
    CHECK((found(table) == expected));
    CHECK((found_in_one_group(table) == expected));
  }
}

TEST_CASE("unique names: ascending tables take no scratch") {
  Table table;
  for (int i = 0; i < 1000; ++i) table.push_back(std::to_string(10000 + i));
  Scratch none;
  const auto names = [&](std::uint32_t i) { return as_bytes(table[i]); };
  CHECK(find_same_names(table.size(), names, none)->size() == 0);
  std::swap(table[10], table[11]);
  CHECK_FALSE(find_same_names(table.size(), names, none).has_value());
}

TEST_CASE("unique names: names that cannot be compared are not called unique") {
  Table table = {"b", "a", "c"};
  const auto names = [&](std::uint32_t i) { return as_bytes(table[i]); };
  std::vector<std::uint64_t> memory(6);
  Scratch enough{std::as_writable_bytes(std::span(memory))};
  CHECK(find_same_names(3, names, enough).has_value());
  Scratch less{std::as_writable_bytes(std::span(memory)).first(47)};
  CHECK_FALSE(find_same_names(3, names, less).has_value());
  Scratch plenty{std::as_writable_bytes(std::span(memory))};
  CHECK_FALSE(find_same_names(hallmark::max_names + 1, names, plenty).has_value());
  CHECK(plenty.used() == 0);
}

TEST_CASE("unique names: the scratch bound is 16 bytes a name and alignment") {
  constexpr std::uint64_t alignment = alignof(std::uint64_t) - 1;  // 3 on i686
  CHECK(unique_names_scratch(0) == 0);
  CHECK(unique_names_scratch(1) == 0);
  CHECK(unique_names_scratch(2) == 32 + alignment);
  CHECK(unique_names_scratch(hallmark::max_names) == 16 * hallmark::max_names + alignment);
  CHECK(unique_names_scratch(hallmark::max_names + 1) == 0);
  CHECK(unique_names_scratch(UINT64_MAX) == 0);
}

TEST_CASE("unique names: the hash depends on every byte and on the length") {
  for (std::size_t size = 1; size < 40; ++size) {
    const std::string name(size, '\0');
    CHECK(unique_names::hash(as_bytes(name)) != unique_names::hash(as_bytes(name + '\0')));
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = name;
      other[at] = 1;
      CAPTURE(size, at);
      CHECK(unique_names::hash(as_bytes(name)) != unique_names::hash(as_bytes(other)));
    }
  }
}

TEST_CASE("unique names: names as in models get hashes like random numbers") {
  constexpr std::uint32_t million = 1000000;  // equal hashes among so many random numbers: 116
  const auto names = {
      +[](std::uint32_t i) { return std::to_string(i); },
      +[](std::uint32_t i) { return "model.layers." + std::to_string(10000000 + i) + ".weight"; },
      +[](std::uint32_t i) { return std::to_string(i % 100) + ".attention.self.output." + std::to_string(i / 100); },
      +[](std::uint32_t i) { return "w." + std::string(1, static_cast<char>(i)) + std::to_string(i >> 8); }};
  for (const auto& name : names) {
    std::vector<std::uint32_t> hashes;
    for (std::uint32_t i = 0; i < million; ++i) hashes.push_back(unique_names::hash(as_bytes(name(i))));
    std::sort(hashes.begin(), hashes.end());
    CAPTURE(name(1));
    CHECK(hashes.end() - std::unique(hashes.begin(), hashes.end()) < 200);
  }
}

TEST_CASE("unique names: a million names agree with a map, and so do names made to collide") {
  constexpr std::size_t million = 1000000;
  std::mt19937 random(9);
  Table table;
  for (std::size_t i = 0; i < million; ++i)
    table.push_back("model.layers." + std::to_string(random() % (20 * million)));
  const Pairs expected = oracle(table);
  REQUIRE(expected.size() > 1000);
  Pairs pairs;
  // Anything quadratic would take hours, and run into the time limit of the test.
  pairs = found(table);
  CHECK((pairs == expected));
  pairs = found_in_one_group(table);
  CHECK((pairs == expected));
}

TEST_CASE("unique names: names whose hashes agree in any of their bits are kept apart, in time") {
  Table table;
  std::mt19937 random(10);
  while (table.size() < 600000) table.push_back(std::to_string(random() % 590000));
  for (const std::size_t size : {std::size_t{20000}, table.size()}) {
    const Table some(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(size));
    const Pairs expected = oracle(some);
    REQUIRE(expected.size() > 100);
    for (const std::uint32_t mask : {0xffffffffU, 0xffffU, 0x3ffU, 0x1fU, 0xffff0000U, 0xfffff000U, 0x80000001U}) {
      Pairs pairs;
      // Sorting the low bits in quadratic time would run into the time limit of the test.
      pairs = found_by(some, [mask](const std::string& name) { return unique_names::hash(as_bytes(name)) & mask; });
      CAPTURE(size, mask);
      CHECK((pairs == expected));
    }
  }
}

TEST_CASE("unique names: two long names among many short ones in one group cost what their bytes cost") {
  Table table;
  for (int i = 0; i < 100000; ++i) table.push_back(std::to_string(200000 - i));
  table.push_back(std::string(4000000, 'l'));
  table.push_back(std::string(4000000, 'l'));
  Pairs pairs;
  pairs = found_in_one_group(table);
  CHECK((pairs == Pairs{{100001, 100000}}));
}
