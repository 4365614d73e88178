// SPDX-License-Identifier: Apache-2.0
// What a family gives to the properties that all families share. They are in properties_test.cpp of this room, which is
// compiled once and linked with the properties_test.cpp of each family.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/generate/models.hpp"
#include "conformance/model/encoded.hpp"
#include "conformance/model/opened.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "conformance/testing/property.hpp"
#include "conformance/testing/stopping.hpp"
#include "hallmark/core/decoded.hpp"

namespace hallmark::testing {

using File = std::vector<std::byte>;

// Size bounds a sample: the tape that it is drawn from, the entries of a table, and how many of its bytes are changed.
struct Size {
  int tape;
  std::uint32_t most;
  std::size_t bytes = SIZE_MAX;
};

// Writing is a model as an encoder of the family takes it.
struct Writing {
  const Codec* codec;
  std::uint64_t scratch;  // that the encoder asks for
  std::function<std::uint64_t(Scratch&)> size;
  std::function<Encoded(Scratch&, std::span<std::byte>)> encode;
  // again decodes a valid input of a format and encodes it in the same way; null where decoded inputs have no encoder.
  std::function<File(const Codec&, Bytes, const Options&)> again = nullptr;
  std::optional<File> expected = std::nullopt;  // the same, by the generator
};

// writing is that of a view of a family, whose memory is in `keep`. The functions are those of the family.
template <class View>
[[nodiscard]] Writing writing(const Codec& codec, const View& view, std::shared_ptr<const void> keep,
                              std::uint64_t (*scratch_bound)(Input, const Options&) noexcept,
                              Decoded<View> (*decode)(Input, Scratch&, const Options&) noexcept,
                              std::optional<File> expected = std::nullopt) {
  const auto size = [view](Scratch& own) {
    if constexpr (requires { encoded_size(view, own); }) {
      return encoded_size(view, own);
    } else {
      return encoded_size(view);
    }
  };
  const auto again = [=](const Codec&, Bytes file, const Options& options) {
    const conformance::Opened<View> read(file, options, scratch_bound, decode);
    RC_ASSERT(static_cast<bool>(read));
    return conformance::written(*read);
  };
  return {&codec, encode_scratch(view),
          size,   [view, keep](Scratch& own, std::span<std::byte> out) { return encode(view, own, out); },
          again,  std::move(expected)};
}

// Sample is a valid input, and the model that it was written from.
struct Sample {
  const Codec* codec;
  File file;
  Options options;  // under which it is valid
  // Fails the property unless an input is valid and holds the model, with its tables in the order of the generator or,
  // where `encoded`, in that of the encoder.
  std::function<void(const Codec&, Bytes, const Options&, bool encoded)> holds_model;
  std::vector<Writing> writings;
  // The sizes at which a prefix is valid; every other is invalid. Nothing: the oracle alone knows.
  std::optional<std::vector<std::uint64_t>> valid_prefixes = std::nullopt;
};

// Names are tables that hold nothing but names, each of which may occur once.
struct Names {
  std::string rule;
  std::function<File(const Codec&, const std::vector<std::string>&)> file;
  std::function<std::string(const Codec&, std::size_t)> path = nullptr;  // of one of them; null: it is the name
  bool first_alone = false;  // of all that repeat another the first is reported, and no other
};

// Reading is what a decoder finds: an error, or a model.
struct Reading {
  Violation error;
  conformance::OwnedModel model;
};

// HeaderApart is for formats whose header may be read apart from the file: eight bytes with its length, then the rest.
struct HeaderApart {
  std::uint64_t (*size)(Bytes start) noexcept;  // of all of it; 0 where `start` does not say
  std::uint64_t most;                           // that its length may say
  std::string no_length;                        // the rules of files that end before the length does,
  std::string truncated;                        // and before the header does
  // read decodes a file, with a copy of its header where that is not null.
  Reading (*read)(const Codec&, Bytes file, const File* header, const Options&);
};

struct Family {
  std::string_view name;
  // Draws what strict takes or, where `compat`, what only compat takes besides.
  std::function<Sample(const Size&, bool compat)> sample;
  bool has_compat = false;
  // Fails the property where, beside the reports, the codec and the oracle differ, or a view lies in a wrong place.
  std::function<void(const Codec&, Bytes, const Options&)> reads_as_the_oracle = nullptr;
  bool writes_in_pieces = false;     // short memory is filled as far as it goes
  bool oracle_alone_nearby = false;  // prefixes and boundary values are too slow for the invariants
  Size whole;
  Size cut;
  Size edge;                                   // of which every byte is changed to boundary values
  std::optional<Size> small = std::nullopt;    // of which every byte is changed to every other value
  std::optional<Size> words = std::nullopt;    // of which whole words are changed to numbers near edges
  std::function<File(Bytes)> frame = nullptr;  // puts noise into what the format begins with
  std::uint32_t most_rank = 0;                 // by default
  std::vector<std::function<File(const Codec&, std::size_t)>> with_rank = {};  // inputs with one tensor of this rank
  std::optional<Names> names = std::nullopt;
  std::optional<HeaderApart> header_apart = std::nullopt;
  std::size_t three_faults = 30;  // inputs, at least, in which three fields are found to be broken
  // Inputs of which nothing is read after the last report that a sink wants.
  std::vector<stopping::Input> (*stops)() = nullptr;
};

// family is defined by each family.
[[nodiscard]] const Family& family();

// agrees_apart fails the property where a file is read in another way with a copy of its header.
void agrees_apart(const Codec& codec, Bytes input, const Options& options);

// agrees_with_oracle fails the property, with the input, where the codec and the oracle differ in either profile.
inline void agrees_with_oracle(const Codec& codec, Bytes input, const Options& options = {}) {
  const std::string difference = difference_from_oracle(codec, input, options);
  if (!difference.empty()) RC_FAIL(difference + "; " + hex(input));
  if (family().header_apart) agrees_apart(codec, input, options);
  if (family().reads_as_the_oracle) family().reads_as_the_oracle(codec, input, options);
}

// check fails the property where, in either profile, the codec breaks an invariant or differs from the oracle.
inline void check(const Codec& codec, Bytes input, const Options& options = {}) {
  holds_invariants_in_both_profiles(codec, input, options);
  agrees_with_oracle(codec, input, options);
}

}  // namespace hallmark::testing
