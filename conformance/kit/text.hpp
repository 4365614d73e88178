// PathText: a TextSink that keeps what a codec writes.
#pragma once

#include <string>
#include <utility>

#include "codecs/core/violation.hpp"

namespace hallmark::kit {

class PathText final : public TextSink {
 public:
  void write(std::string_view piece) noexcept override { text_ += piece; }
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

// path_of renders where a walk stands.
[[nodiscard]] inline std::string path_of(const Place& place, const Violation& violation = {}) {
  PathText text;
  place.write(text, violation);
  return text.take();
}

}  // namespace hallmark::kit
