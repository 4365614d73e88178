// Decisions that are recorded of a tape, and edits that keep to them.
#include "conformance/testing/edit_tape.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

using Tape = std::vector<std::uint8_t>;

// Reads decisions of two bytes each.
std::vector<Draw> draws_of(const Tape& tape) {
  std::vector<Draw> draws;
  Choices choices(tape, &draws);
  while (!choices.exhausted()) (void)choices.below(1000);
  return draws;
}

TEST_CASE("a tape: decisions are recorded where the tape has all their bytes, once") {
  const Tape tape = tape_of(1, 16);
  std::vector<Draw> draws;
  Choices choices(tape, &draws);
  Choices again = choices;
  (void)choices.below(1);
  (void)choices.byte();
  (void)choices.below(300);
  (void)choices.bytes(3);
  (void)again.word();
  (void)choices.word();
  (void)choices.word();
  REQUIRE(draws.size() == 4);
  CHECK((draws[0].at == 0 && draws[0].width == 1 && draws[0].bound == 0));
  CHECK((draws[1].at == 1 && draws[1].width == 2 && draws[1].bound == 300));
  CHECK((draws[2].at == 3 && draws[2].width == 3 && draws[2].bound == 0));
  CHECK((draws[3].at == 6 && draws[3].width == 8));
  CHECK(choices.exhausted());
}

TEST_CASE("a tape: without a record the same choices are read") {
  const Tape tape = tape_of(2, 40);
  std::vector<Draw> draws;
  Choices recorded(tape, &draws);
  Choices plain(tape);
  for (const std::uint64_t bound : {1, 2, 256, 257, 65537}) CHECK(recorded.below(bound) == plain.below(bound));
  CHECK(recorded.bytes(5) == plain.bytes(5));
  CHECK(recorded.word() == plain.word());
}

// Pairs of bytes before and after an edit: all but one are pairs that were there.
TEST_CASE("a tape: an edit keeps to whole decisions") {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Tape tape = tape_of(seed, 24);
    const Tape random = tape_of(~seed, 100);
    Choices choices(random);
    const Tape edited = edited_tape(tape, draws_of(tape), choices);
    const auto pair_at = [](const Tape& of, std::size_t at) { return of[at] << 8 | of[at + 1]; };
    if (edited.size() > tape.size() && std::equal(tape.begin(), tape.end(), edited.begin())) {
      ++seen["longer"];
      continue;
    }
    REQUIRE(edited.size() % 2 == 0);
    std::vector<int> known;
    for (std::size_t at = 0; at < tape.size(); at += 2) known.push_back(pair_at(tape, at));
    int unknown = 0;
    for (std::size_t at = 0; at < edited.size(); at += 2) {
      const int pair = pair_at(edited, at);
      if (std::ranges::find(known, pair) != known.end()) continue;
      ++unknown;
      CHECK(pair < 1000);
    }
    CHECK(unknown <= 1);
    const bool same = edited == tape;
    ++seen[edited.size() < tape.size() ? "shorter" : edited.size() > tape.size() ? "longer" : same ? "same" : "other"];
  }
  for (const char* kind : {"longer", "shorter", "other"}) CHECK(seen[kind] > 300);
}

TEST_CASE("a tape: one that nobody has read of grows") {
  const Tape random = tape_of(7, 100);
  Choices choices(random);
  CHECK(edited_tape(Tape{}, {}, choices).size() > 0);
}

}  // namespace
}  // namespace hallmark::conformance
