// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/examine/examine.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {
namespace {

std::string shown(std::string_view rule, std::uint64_t offset, std::string_view path) {
  return fmt::format("{} at byte {} of \"{}\"", rule, offset, path);
}

// shortened limits the length of values in messages.
std::string shortened(const Json& value) {
  constexpr std::size_t longest = 200;
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= longest ? text : text.substr(0, longest) + "…";
}

class Comparison {
 public:
  Comparison(const Vector& vector, const Examination& examination)
      : vector_(vector),
        examination_(examination),
        codec_(*codec_named(vector.format)),
        model_(model_named(vector.format)),
        bytes_(vector.bytes()) {}

  std::vector<std::string> run() {
    verdict();
    error();
    remarks();
    value();
    return std::move(found_);
  }

 private:
  template <class... Args>
  void differ(fmt::format_string<Args...> format, Args&&... args) {
    found_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void verdict() {
    if (examination_.verdict == vector_.verdict) return;
    differ("the verdict is {}, the decoder says {}", to_string(vector_.verdict), to_string(examination_.verdict));
  }

  // decode must report the decisive error of validate; each is compared with the vector.
  void error() {
    decoding();
    const reports::Diagnostic* found = decisive(examination_, codec_);
    if (!vector_.error) {
      if (found != nullptr) differ("validating finds {}", shown(found->rule, found->offset, found->path));
      return;
    }
    const ExpectedError& expected = *vector_.error;
    if (found == nullptr) {
      differ("validating finds nothing wrong");
    } else if (found->rule != expected.rule || found->offset != expected.offset || found->path != expected.path) {
      differ("the error is {}, validating finds {}", shown(expected.rule, expected.offset, expected.path),
             shown(found->rule, found->offset, found->path));
    } else if (to_string(found->category) != expected.category) {
      differ("the category is {}, validating says {}", expected.category, to_string(found->category));
    }
  }

  void decoding() {
    ScratchMemory memory;
    Scratch scratch = memory.of(codec_.scratch_bound(bytes_, vector_.options));
    const Violation decoded = codec_.decode(bytes_, scratch, vector_.options);
    if (!vector_.error) {
      if (decoded.rule != nullptr) differ("decoding fails with {} at byte {}", decoded.rule->id, decoded.offset);
    } else if (decoded.rule == nullptr) {
      differ("decoding finds nothing wrong");
    } else if (decoded.rule->id != vector_.error->rule || decoded.offset != vector_.error->offset) {
      differ("the error is {} at byte {}, decoding fails with {} at byte {}", vector_.error->rule,
             vector_.error->offset, decoded.rule->id, decoded.offset);
    }
  }

  // A vector lists all its warnings and notes: none may be missing or added.
  void remarks() {
    std::vector<std::string> expected;
    std::vector<std::string> found;
    for (const ExpectedRemark& remark : vector_.warnings) {
      expected.push_back(shown(remark.rule, remark.offset, remark.path));
    }
    for (const reports::Diagnostic& diagnostic : examination_.diagnostics) {
      if (diagnostic.severity == Severity::error) continue;
      found.push_back(shown(diagnostic.rule, diagnostic.offset, diagnostic.path));
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    std::vector<std::string> missing;
    std::vector<std::string> unpinned;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(unpinned));
    for (const std::string& remark : missing) differ("the pinned warning is not found: {}", remark);
    for (const std::string& remark : unpinned) differ("a warning or note is not pinned: {}", remark);
  }

  void value() {
    if (model_ == nullptr) return differ("the format has no model of its values");
    const Json decoded = model_->decode(bytes_, vector_.options);
    if (!vector_.value) {
      if (!decoded.is_null()) differ("decoding gives the value {}", shortened(decoded));
      return;
    }
    const Json whole = vector_.whole_value();
    // Equal as they are, or with their tables in one order.
    if (!same_value(whole, decoded) && !same_value(in_order(*model_, whole), in_order(*model_, decoded))) {
      differ("the value is {}, decoding gives {}", shortened(*vector_.value), shortened(decoded));
    }
    encoding(whole, decoded);
  }

  // Only vectors of the strict profile are encoded: an encoder never writes what strict decoding rejects.
  void encoding(const Json& whole, const Json& decoded) {
    if (vector_.options.profile != Profile::strict) return;
    if (model_->encode == nullptr) {
      if (vector_.canonical) differ("the vector is canonical, but the format has no encoder");
      return;
    }
    try {
      const EncodeReply reply = model_->encode(whole, vector_.form);
      if (reply.refusal.rule != nullptr) return differ("encoding the value is refused by {}", reply.refusal.rule->id);
      const bool same = reply.bytes == bytes_ && reply.header_length == vector_.options.header_length;
      if (vector_.canonical && reply.bytes != bytes_) differ("the vector is canonical, encoding gives other bytes");
      // The same bytes were decoded before.
      const Json read = same ? Json() : model_->decode(reply.bytes, reading(vector_.options, reply.header_length));
      const Json& again = same ? decoded : read;
      if (!same_value(whole, again) && !same_value(comparable(*model_, whole), comparable(*model_, again))) {
        differ("encoding the value gives bytes of another value");
      }
    } catch (const BadValue& error) {
      differ("the value is not of the format's model: {}", error.what());
    }
  }

  const Vector& vector_;
  const Examination& examination_;
  const Codec& codec_;
  const Model* model_;
  std::vector<std::byte> bytes_;
  std::vector<std::string> found_;
};

// The encoder must refuse the value of the vector, by its rule.
std::vector<std::string> refusal_disagreements(const Vector& vector) {
  const Model* model = model_named(vector.format);
  if (model == nullptr || model->encode == nullptr) return {"the format has no encoder"};
  try {
    const EncodeReply reply = model->encode(vector.whole_value(), vector.form);
    if (reply.refusal.rule == nullptr) return {fmt::format("the encoder writes {} bytes", reply.bytes.size())};
    if (reply.refusal.rule->id == vector.error->rule) return {};
    return {fmt::format("the rule is {}, the encoder refuses by {}", vector.error->rule, reply.refusal.rule->id)};
  } catch (const BadValue& error) {
    return {fmt::format("the value is not of the format's model: {}", error.what())};
  }
}

}  // namespace

Examination examine_vector(const Vector& vector) {
  const std::vector<std::byte> bytes = vector.bytes();
  return examine(*codec_named(vector.format), bytes, vector.options);
}

std::vector<std::string> disagreements(const Vector& vector, const Examination& examination) {
  return Comparison(vector, examination).run();
}

std::vector<std::string> disagreements(const Vector& vector) {
  if (vector.operation == Operation::encode) return refusal_disagreements(vector);
  return disagreements(vector, examine_vector(vector));
}

}  // namespace hallmark::conformance
