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

class Totals {
 public:
  // Sum counts parameters, which are elements, whether or not they are here; and the bytes that are.
  struct Sum {
    std::uint64_t tensors = 0;
    std::uint64_t parameters = 0;  // saturates: zeros in shapes make any number of them possible elsewhere
    std::uint64_t bytes = 0;
  };

  void add(const TensorView& tensor);
  void add(const BitsView& tensor);
  [[nodiscard]] std::uint64_t tensors() const noexcept { return all_.tensors; }
  // text returns ", 1007 parameters, 4003 bytes of data: 4000 f32, 3 i8", the largest dtype first.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] reports::Json json() const;

 private:
  void add(std::string_view dtype, std::uint64_t parameters, std::uint64_t bytes);

  Sum all_;
  std::map<std::string_view, Sum> of_dtype_;
};

}  // namespace hallmark::show
