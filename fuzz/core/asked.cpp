// SPDX-License-Identifier: Apache-2.0
// Fuzz target: what programs ask of codecs/core, of any text. Whether it is UTF-8, by every kernel; where a name
// stands; the format of a file by its name; the words of a violation, whatever its rule and its numbers.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "codecs/core/unique_names.hpp"
#include "codecs/core/utf8_kernels.hpp"
#include "conformance/oracle/utf8.hpp"
#include "conformance/testing/draws.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/core/message.hpp"
#include "hallmark/core/name_index.hpp"
#include "hallmark/core/recognise.hpp"

namespace hallmark::fuzz {
namespace {

void check_utf8(std::string_view text) {
  const std::uint64_t expected = conformance::utf8_oracle(text);
  invariant(find_invalid_utf8(as_bytes(text)) == expected, "the first byte that is no UTF-8 is found");
  for (const Utf8Kernel& kernel : utf8_kernels()) {
    if (!kernel.runs_here()) continue;
    invariant(find_invalid_utf8_with(kernel, as_bytes(text)) == expected, "every kernel finds the same byte");
  }
}

// Text of sequences of every length, long stretches of ASCII among them, and the same with one byte changed.
void check_text(Bytes input, conformance::Draws draws) {
  std::string text;
  bool ascii = false;
  for (const std::byte byte : input.first(std::min<std::size_t>(input.size(), 1024))) {
    const auto value = std::to_integer<unsigned>(byte);
    if (draws.one_in(64)) ascii = !ascii;
    const unsigned bits = ascii ? 0 : static_cast<unsigned>(draws.below(13));
    const unsigned code = ascii ? value & 0x7f : value << bits;
    conformance::append_utf8(text, code >= 0xd800 && code < 0xe000 ? value : code);
  }
  check_utf8(text);
  if (text.empty()) return;
  text[draws.below(text.size())] ^= static_cast<char>(1U << draws.below(8));
  check_utf8(text);
  check_utf8(std::string_view(text).substr(0, draws.below(text.size())));
}

// Pieces of the input as names, in a scratch that suffices and in one that does not.
void check_names(Bytes input, conformance::Draws draws) {
  constexpr std::uint64_t most = 400;
  std::vector<std::string> names;
  std::map<std::string, std::uint64_t> first;
  for (std::uint64_t left = draws.below(std::min<std::uint64_t>(most, input.size() + 1)); left > 0; --left) {
    const std::size_t at = draws.below(input.size() + 1);
    const std::size_t size = std::min(input.size() - at, draws.below(draws.one_in(4) ? 40 : 4));
    names.emplace_back(as_text(input.subspan(at, size)));
    first.emplace(names.back(), names.size() - 1);
  }
  const std::uint64_t enough = name_index_scratch(names.size());
  for (const std::uint64_t size : {enough, std::uint64_t{draws.below(enough)}}) {
    Block memory(static_cast<std::size_t>(size), 0x5a);
    Scratch scratch(memory.bytes());
    const NameIndex index(names.size(), [&names](std::uint64_t i) { return std::string_view(names[i]); }, scratch);
    for (const auto& [name, place] : first) {
      invariant(index.find(name) == place, "a name is found where it stands first");
      const auto beside = first.find(name + '~');
      const auto expected = beside == first.end() ? std::nullopt : std::optional(beside->second);
      invariant(index.find(name + '~') == expected, "another name is found where it stands, or not");
    }
  }
}

// More names than an index of 32 bits has are not judged, and none is asked for.
void check_too_many_names(conformance::Draws draws) {
  const std::uint64_t count = max_names + 1 + draws.below(UINT32_MAX);
  Scratch none;
  const auto never = [](std::uint32_t) {
    invariant(false, "a name of too many is asked for");
    return Bytes();
  };
  invariant(unique_names_scratch(count) == 0 && !find_same_names(count, never, none), "too many names are not judged");
}

// The first format with the extension of a file name, in whatever case.
void check_file_name(Bytes input, conformance::Draws draws) {
  const Codec& codec = *all_codecs()[draws.below(all_codecs().size())];
  std::string ending(codec.extensions.empty() ? "" : codec.extensions[draws.below(codec.extensions.size())]);
  const bool altered = !ending.empty() && draws.one_in(2);
  if (altered) ending.front() = '_';
  std::string name =
      std::string(as_text(input.first(draws.below(std::min<std::size_t>(input.size(), 8) + 1)))) + ending;
  std::string lower = name;
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (char& c : name) {
    if (draws.one_in(2) && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  const auto has = [&lower](const Codec* one) {
    return std::ranges::any_of(one->extensions, [&](std::string_view extension) { return lower.ends_with(extension); });
  };
  const auto first = std::ranges::find_if(all_codecs(), has);
  invariant(codec_by_name(name) == (first == all_codecs().end() ? nullptr : *first), "a name has its extension");
}

// A pattern is written as it stands but for its placeholders, and so is a placeholder that nothing stands for.
void check_message(Bytes input, conformance::Draws draws) {
  constexpr std::string_view placeholders[] = {"{actual}",         "{expected}",       "{actual:#x}", "{actual:#06x}",
                                               "{expected_bytes}", "{actual_entries}", "{name}",      "{actual_}"};
  const auto piece = [&] {
    return std::string(as_text(input.first(draws.below(std::min<std::size_t>(input.size(), 12) + 1))));
  };
  const auto number = [&] {
    Number one;
    if (!draws.one_in(4)) one = draws.word() >> draws.below(64);
    one.negative = one.present && draws.one_in(4);
    return one;
  };
  const std::string before = piece();
  const std::string placeholder(placeholders[draws.below(std::size(placeholders))]);
  const std::string after = piece();
  const std::string pattern = before + placeholder + after;
  Rule made = rule<"hallmark/window">;
  made.message = made.expected = draws.one_in(8) ? before : pattern;
  if (draws.one_in(2)) made.name = [](std::uint64_t) noexcept { return std::string_view("named"); };
  const Violation violation{&made, draws.word(), draws.word(), number(), number(), ""};
  conformance::StringSink message;
  conformance::StringSink expected;
  conformance::StringSink actual;
  conformance::StringSink line;
  write_message(message, violation);
  write_expected(expected, violation);
  write_actual(actual, violation);
  describe(line, violation);
  const std::string text = message.take();
  const std::string digits = actual.take();
  const bool whole = made.message.size() == pattern.size();
  if (whole && (before + after).find_first_of("{}") == std::string::npos) {
    invariant(text.starts_with(before) && text.ends_with(after), "a message is its pattern around a placeholder");
    const std::string filled = text.substr(before.size(), text.size() - before.size() - after.size());
    invariant(filled == placeholder || filled.find_first_of("{}") == std::string::npos,
              "a placeholder is filled whole");
  }
  invariant(expected.take() == text, "a pattern is filled in the same way wherever it stands");
  invariant(digits.empty() != violation.actual.present, "a number is written where there is one");
  invariant(made.message.find('{') != std::string_view::npos || text == made.message,
            "a pattern without placeholders stays");
  invariant(line.take().starts_with("error: " + text + " [hallmark/window LIMIT]"),
            "a line has the message and the rule");
}

}  // namespace

void run_target(const Block& block) {
  const Bytes input = block.view();
  const conformance::Draws draws(input);
  check_utf8(as_text(input));
  check_text(input, draws);
  check_names(input, draws);
  check_too_many_names(draws);
  check_file_name(input, draws);
  check_message(input, draws);
}

}  // namespace hallmark::fuzz
