// Model: values of a format as the JSON of the common model (contract, section 4), both ways. Each family fills one for
// each of its format ids, in conformance/<family>/model.cpp; the registry is made from codecs/formats.cmake.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/model/value.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

// BadValue: a JSON value is not of the format's model. The message says where.
struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// EncodeReply is the bytes, or the violation that says why the format cannot hold the value.
struct EncodeReply {
  std::vector<std::byte> bytes;
  Violation refusal;                           // null rule: encoded
  std::optional<std::uint64_t> header_length;  // of formats that are framed from outside
};

// reading gives the options under which bytes are read back that were encoded for others: the frame is the encoder's.
[[nodiscard]] inline Options reading(Options options, std::optional<std::uint64_t> header_length) {
  options.header_length = header_length;
  return options;
}

struct Model {
  std::string_view format;
  // show gives the value of a valid input piece by piece, and of another nothing (examine says what is wrong).
  void (*show)(Bytes input, const Options& options, ValueSink& sink);
  // encode gives the bytes of a value; throws BadValue. Null where the format has no encode operation in the protocol.
  EncodeReply (*encode)(const Json& value, const Options& options);
  // Members of the value that are tables: arrays of named entries that compare without order.
  std::span<const std::string_view> tables = {};
  // What the protocol calls features and the reference has. Contract, section 6.
  std::span<const std::string_view> features = {};
  // show_bound is the memory that show takes of a valid input beside what contents take; null: next to nothing.
  std::uint64_t (*show_bound)(Bytes input, const Options& options) = nullptr;

  // decode gives the value as a whole; null for an input that is not valid.
  [[nodiscard]] Json decode(Bytes input, const Options& options) const;
};

[[nodiscard]] std::span<const Model* const> all_models() noexcept;
[[nodiscard]] const Model* model_named(std::string_view format) noexcept;

// same_value compares two values as section 4 says: object members in any order, numbers in either form.
[[nodiscard]] bool same_value(const Json& a, const Json& b);

// in_order sorts the tables of a value by the names of their entries, so that values can be compared member by member.
[[nodiscard]] Json in_order(const Model& model, Json value);

// Base64 by RFC 4648 with padding; from_base64 throws BadValue.
[[nodiscard]] std::string to_base64(Bytes data);
[[nodiscard]] std::vector<std::byte> from_base64(std::string_view text);

}  // namespace hallmark::conformance
