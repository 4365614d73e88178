// SPDX-License-Identifier: Apache-2.0
// Edits tapes decision by decision.
#include "conformance/testing/edit_tape.hpp"

#include <algorithm>

namespace hallmark::conformance {
namespace {

using Tape = std::vector<std::uint8_t>;

constexpr std::uint64_t longest_run = 40;  // decisions that are repeated, dropped or exchanged at once
constexpr std::uint64_t most_added = 64;   // bytes after the end

std::uint64_t value_at(const Tape& tape, const Draw& draw) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < draw.width; ++i) value = value << 8 | tape[draw.at + i];
  return value;
}

void change(Tape& tape, const Draw& draw, Choices& choices) {
  if (draw.bound == 0) {
    tape[draw.at + choices.below(draw.width)] = choices.byte();
    return;
  }
  std::uint64_t value = value_at(tape, draw) % draw.bound;
  switch (choices.below(4)) {
    case 0: value = choices.below(2) == 0 ? 0 : draw.bound - 1; break;
    case 1: value = (value + 1) % draw.bound; break;
    case 2: value = (value + draw.bound - 1) % draw.bound; break;
    default: value = choices.below(draw.bound);
  }
  for (std::size_t i = draw.width; i-- > 0; value >>= 8) tape[draw.at + i] = static_cast<std::uint8_t>(value);
}

// Run is the bytes of decisions that follow each other.
struct Run {
  std::size_t begin;
  std::size_t end;
};

Run any_run(std::span<const Draw> draws, Choices& choices) {
  const std::size_t first = choices.below(draws.size());
  const std::size_t last = first + choices.below(std::min<std::uint64_t>(longest_run, draws.size() - first));
  return {draws[first].at, draws[last].at + draws[last].width};
}

}  // namespace

Tape edited_tape(std::span<const std::uint8_t> tape, std::span<const Draw> draws, Choices& choices) {
  enum Edit { value, another_value, repeat, drop, exchange, extend, edits };
  Tape out(tape.begin(), tape.end());
  const auto at = [&out](std::size_t offset) { return out.begin() + static_cast<std::ptrdiff_t>(offset); };
  switch (draws.empty() ? extend : static_cast<Edit>(choices.below(edits))) {
    case value:
    case another_value: change(out, draws[choices.below(draws.size())], choices); break;
    case repeat: {
      const Run run = any_run(draws, choices);
      const Tape copy(at(run.begin), at(run.end));
      const std::size_t behind = choices.chance(2) ? draws[choices.below(draws.size())].at : run.end;
      out.insert(at(behind), copy.begin(), copy.end());
      break;
    }
    case drop: {
      const Run run = any_run(draws, choices);
      out.erase(at(run.begin), at(run.end));
      break;
    }
    case exchange: {
      const Run run = any_run(draws, choices);
      const auto inside = std::ranges::find_if(
          draws, [&](const Draw& draw) { return draw.at > run.begin && draw.at < run.end && choices.chance(2); });
      if (inside != draws.end()) std::rotate(at(run.begin), at(inside->at), at(run.end));
      break;
    }
    default: {
      const std::vector<std::byte> more = choices.bytes(1 + choices.below(most_added));
      for (const std::byte b : more) out.push_back(std::to_integer<std::uint8_t>(b));
    }
  }
  return out;
}

}  // namespace hallmark::conformance
