// SPDX-License-Identifier: Apache-2.0
// TextSink: where printed text goes. PrintedText keeps it.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::show {

class TextSink {
 public:
  virtual void write(std::string_view text) = 0;

 protected:
  ~TextSink() = default;
};

class PrintedText final : public TextSink {
 public:
  void write(std::string_view more) override { text += more; }
  std::string text;
};

}  // namespace hallmark::show
