// SPDX-License-Identifier: Apache-2.0
// TextSink: where printed text goes.
#pragma once

#include <string_view>

namespace hallmark::show {

class TextSink {
 public:
  virtual void write(std::string_view text) = 0;

 protected:
  ~TextSink() = default;
};

}  // namespace hallmark::show
