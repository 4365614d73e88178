// SPDX-License-Identifier: Apache-2.0
// KServe messages from a tape of choices, and bodies of them: canonical ones are the encoder's, these are spelled in
// any of the ways that JSON and the protocol leave open, or that only the compat profile takes; and bodies with wrong
// words in them.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/generator.hpp"
#include "conformance/generate/shapes.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {

struct OwnedTensor {
  std::string name;
  DType dtype = DType::u8;
  std::vector<std::uint64_t> dims;
  std::vector<std::byte> data;
  Encoding encoding = Encoding::binary;

  [[nodiscard]] bool operator==(const OwnedTensor&) const = default;
};
using OwnedTensors = std::vector<OwnedTensor>;

// owned copies the tensors of a decoded message.
[[nodiscard]] OwnedTensors owned(const MessageView& message);

using std::string_view_literals::operator""sv;

// Texts of one to four bytes a character, and what JSON must escape.
inline constexpr std::string_view stems[] = {
    "a", "b",    "A", "input_0", "input_00", "-",      "\u00fc\u00df", "\u6f22", "\xf0\x9f\x8c\x8d",
    " ", "\x7f", "",  "\"",      "\\",       "\n\x01", "n\0l/"sv};

// Borrowed is tensors as the encoder takes them, in a message with `members`, an object; they must stay where they are.
class Borrowed {
 public:
  explicit Borrowed(const OwnedTensors& tensors, std::string_view members = {});
  [[nodiscard]] MessageView view() const { return {members_, 0, tensors_}; }

 private:
  Bytes members_;
  std::vector<MessageTensor> tensors_;
  conformance::Shapes shapes_;
};

enum class Framing : std::uint8_t { seed, header };  // without a header length, and with one

// What a written body keeps.
enum class Liberty : std::uint8_t {
  none,    // what the strict profile takes
  compat,  // what only the compat profile takes besides
};

struct Body {
  std::vector<std::byte> bytes;
  std::uint64_t header_length = 0;
};

// encoded gives what the encoder writes; throws where it refuses. header gives the JSON of that alone: of binary data
// it needs the size, and of_size gives data that have nothing else.
[[nodiscard]] Body encoded(Role role, const MessageView& message);
[[nodiscard]] std::string header(Role role, const MessageView& message);
[[nodiscard]] inline Bytes of_size(std::uint64_t size) { return {static_cast<const std::byte*>(nullptr), size}; }

// any_tensors gives 1 to `most` tensors with different names: every datatype, ranks up to 4, empty ones, binary ones
// and ones that JSON can hold.
[[nodiscard]] OwnedTensors any_tensors(conformance::Choices& choices, std::uint32_t most,
                                       Liberty liberty = Liberty::none);

// any_body writes a message with these tensors: members in any order, white space, escapes, nested or flat data,
// unknown members. Where `others` are given, up to three words of the JSON become others of `words`.
[[nodiscard]] Body any_body(Role role, const OwnedTensors& tensors, conformance::Choices& choices, Framing framing,
                            Liberty liberty = Liberty::none, conformance::Choices* others = nullptr);

// words gives what may stand in place of a word, or before it: some are as good, most are wrong.
[[nodiscard]] const std::vector<std::string>& words();

}  // namespace hallmark::kserve
