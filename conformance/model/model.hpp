// SPDX-License-Identifier: Apache-2.0
// Model: converts values of a format to the JSON of the common model (conformance/testees/VALUES.md) and back. Each
// family defines one for each of its format ids, in conformance/<family>/model.cpp; the registry is generated from
// codecs/<family>/family.json.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/encoded.hpp"
#include "conformance/model/value.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/json_at.hpp"

namespace hallmark::conformance {

using reports::BadValue;  // here: a JSON value does not fit the model of the format
using reports::JsonAt;

// reading returns the options to decode an EncodeReply with: its header length replaces that of `options`.
[[nodiscard]] inline Options reading(Options options, std::optional<std::uint64_t> header_length) {
  options.header_length = header_length;
  return options;
}

struct Model {
  std::string_view format;
  // show passes the value of a valid input to the sink piece by piece; for an invalid input it does nothing.
  void (*show)(Bytes input, const Options& options, ValueSink& sink);
  // encode returns the bytes of a value, in one form where the format has two; throws BadValue. Null if the format has
  // no encode operation.
  EncodeReply (*encode)(const Json& value, Form form);
  // Members of the value that are tables: arrays of named entries whose order does not matter.
  std::span<const std::string_view> tables = {};
  // show_bound returns the memory that show needs in addition to contents; null: a small constant.
  std::uint64_t (*show_bound)(Bytes input, const Options& options) = nullptr;
  // without_spelling leaves out of a value what says how its file is written, not what it holds; null: nothing does.
  void (*without_spelling)(Json& value) = nullptr;

  // decode returns the whole value; null for an invalid input.
  [[nodiscard]] Json decode(Bytes input, const Options& options) const;
};

[[nodiscard]] std::span<const Model* const> all_models() noexcept;
[[nodiscard]] const Model* model_named(std::string_view format) noexcept;

// same_value compares two values as VALUES.md says: object members in any order, integers in either form, and
// {"number": LEXEME} by exact value.
[[nodiscard]] bool same_value(const Json& a, const Json& b);

// in_order sorts the tables of a value by the names of their entries, for comparison.
[[nodiscard]] Json in_order(const Model& model, Json value);
// comparable is in_order, and without spelling: what two implementations must agree on.
[[nodiscard]] Json comparable(const Model& model, Json value);

// to_hex returns two digits for each byte.
[[nodiscard]] std::string to_hex(Bytes data);

// Base64 by RFC 4648 with padding; from_base64 throws BadValue.
[[nodiscard]] std::string to_base64(Bytes data);
[[nodiscard]] std::vector<std::byte> from_base64(std::string_view text);
[[nodiscard]] std::vector<std::byte> from_base64(const JsonAt& text);

}  // namespace hallmark::conformance
