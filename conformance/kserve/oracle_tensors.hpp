// SPDX-License-Identifier: Apache-2.0
// The tensors of a message, as the oracle reads them from the JSON.
#pragma once

#include <vector>

#include "conformance/kserve/generate.hpp"
#include "conformance/kserve/oracle_json.hpp"

namespace hallmark::kserve::oracle {

struct Tensor {
  OwnedTensor owned;  // without the bytes of binary data
  std::string path{};
  bool shaped = false;    // the shape breaks no rule
  bool sound = false;     // nor do datatype, product and size: binary data can be looked at
  uint64_t bytes = 0;     // what shape and datatype say; of BYTES, the least
  uint64_t elements = 0;  // what the shape says
  uint64_t size = 0;      // binary_data_size
};

struct Tensors {
  std::vector<Tensor> all;
  bool sizes_known = true;  // else nothing after the JSON is looked at
};

// read_tensors reports the faults of each tensor in the list, those of its elements last.
[[nodiscard]] Tensors read_tensors(Log& log, const Node& list, const Options& options);

}  // namespace hallmark::kserve::oracle
