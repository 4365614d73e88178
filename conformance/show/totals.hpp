// SPDX-License-Identifier: Apache-2.0
// Totals: what tensors add up to, of each dtype and together.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "hallmark/core/codec.hpp"
#include "reports/json_at.hpp"

namespace hallmark::show {

class Totals final : public ContentSink {
 public:
  // Sum counts parameters, which are elements, whether or not they are here; and the bytes that are.
  struct Sum {
    std::uint64_t tensors = 0;
    std::uint64_t parameters = 0;  // saturates: zeros in shapes make any number of them possible elsewhere
    std::uint64_t bytes = 0;
  };

  bool tensor(const TensorView& tensor, const Place& place) noexcept override;
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override;
  [[nodiscard]] std::uint64_t tensors() const noexcept { return all_.tensors; }
  // text returns ", 1007 parameters, 4003 bytes of data: 4000 f32, 3 i8", the largest dtype first.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] reports::Json json() const;

 private:
  bool add(std::string_view dtype, std::uint64_t parameters, std::uint64_t bytes) noexcept;

  Sum all_;
  std::map<std::string_view, Sum> of_dtype_;
};

}  // namespace hallmark::show
