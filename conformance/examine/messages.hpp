// Messages: inputs that are no bodies, but files of whole HTTP messages around them. Contract, sections 1 and 3.
#pragma once

#include "conformance/examine/examine.hpp"
#include "conformance/http/messages.hpp"
#include "conformance/model/model.hpp"

namespace hallmark::conformance {

// framed_family is the family whose bodies travel in HTTP messages, and whose formats have a header length.
inline constexpr std::string_view framed_family = "kserve";

// codec_for gives the codec of the bodies of one kind of message, or null.
[[nodiscard]] const Codec* codec_for(http::Role role) noexcept;

// holds_messages says that an input of a format is a file of messages.
[[nodiscard]] bool holds_messages(const Codec& codec, Bytes input) noexcept;

// MessageWalk examines the messages of a file one after the other; their findings tell head from body.
class MessageWalk {
 public:
  // `given` is the format that somebody named; null: every message is read by the format of its start line.
  MessageWalk(Bytes file, const Codec* given, const Options& options, const Bounds& bounds);

  // next examines the next message; false when there is none.
  [[nodiscard]] bool next();

  [[nodiscard]] const http::Message& message() const noexcept { return message_; }
  [[nodiscard]] const Codec* codec() const noexcept { return codec_; }
  [[nodiscard]] const Options& options() const noexcept { return body_options_; }  // of the body
  [[nodiscard]] Examination& examination() noexcept { return examination_; }

 private:
  const Codec* given_;
  Options options_;
  Bounds bounds_;
  http::Messages messages_;
  http::Message message_;
  const Codec* codec_ = nullptr;
  Options body_options_;
  Examination examination_;
};

// examine_input examines a body, or the messages of a file up to the first that is not valid: the verdict and the
// errors are those of that one, warnings and notes of all up to there.
[[nodiscard]] Examination examine_input(const Codec& codec, Bytes input, const Options& options,
                                        const Bounds& bounds = {});

// value_of_input gives the value of a valid body, or of the first of messages that all are valid; else null.
[[nodiscard]] Json value_of_input(const Model& model, Bytes input, const Options& options);

}  // namespace hallmark::conformance
