// Examines files of whole HTTP messages.
#pragma once

#include "conformance/examine/examine.hpp"
#include "conformance/http/messages.hpp"
#include "conformance/model/model.hpp"

namespace hallmark::conformance {

// framed_family is the family whose bodies are sent in HTTP messages, and whose formats have a header length.
inline constexpr std::string_view framed_family = "kserve";

// codec_for returns the codec of the bodies of requests or responses, or null.
[[nodiscard]] const Codec* codec_for(http::Role role) noexcept;

// holds_messages: an input of this format is a file of messages.
[[nodiscard]] bool holds_messages(const Codec& codec, Bytes input) noexcept;

// MessageWalk examines the messages of a file one by one; findings are marked as of the head or the body.
class MessageWalk {
 public:
  // `given` is the format named by --format; null: each message has the format of its start line.
  MessageWalk(Bytes file, const Codec* given, const Options& options, const Bounds& bounds);

  // next examines the next message; false if there is none.
  [[nodiscard]] bool next();

  [[nodiscard]] const http::Message& message() const noexcept { return message_; }
  [[nodiscard]] const Codec* codec() const noexcept { return codec_; }
  [[nodiscard]] const Options& options() const noexcept { return body_options_; }  // options of the body
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

// examine_input examines a body, or the messages of a file up to the first invalid one, which gives the verdict and the
// errors. Warnings and notes are those of all examined messages.
[[nodiscard]] Examination examine_input(const Codec& codec, Bytes input, const Options& options,
                                        const Bounds& bounds = {});

// value_of_input returns the value of a valid body, or of the first message if all are valid; else null.
[[nodiscard]] Json value_of_input(const Model& model, Bytes input, const Options& options);

}  // namespace hallmark::conformance
