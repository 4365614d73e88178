// SPDX-License-Identifier: Apache-2.0
// Examines files of whole HTTP messages.
#pragma once

#include "codecs/core/manifest.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/http/messages.hpp"

namespace hallmark::conformance {

// framed_family is the family whose bodies are sent in HTTP messages, and whose formats have a header length.
[[nodiscard]] const manifest::Family& framed_family() noexcept;
[[nodiscard]] bool is_framed(const Codec& codec) noexcept;

// codec_for returns the codec of the bodies of requests or responses, or null.
[[nodiscard]] const Codec* codec_for(http::Role role) noexcept;

// holds_messages: an input of this format is a file of messages.
[[nodiscard]] bool holds_messages(const Codec& codec, Bytes input) noexcept;

// MessageWalk examines the messages of a file one by one; findings are marked as of the head or the body.
class MessageWalk {
 public:
  // `given` is the format of the bodies, as named by --format; null: each has the format of its start line.
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

}  // namespace hallmark::conformance
