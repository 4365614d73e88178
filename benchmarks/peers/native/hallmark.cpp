// SPDX-License-Identifier: Apache-2.0
// Hallmark's decoders, as the families bring them.
#include "benchmarks/peers/native/family.hpp"
#include "hallmark/core/version.hpp"

namespace hallmark::benchmarks {

void add_hallmark(std::vector<Peer>& peers) {
  peers.push_back({"hallmark", HALLMARK_VERSION_STRING ", " HALLMARK_COMPILER,
                   [](const auto&, const std::string& work, const std::string& path) { return work_of(work, path); }});
}

}  // namespace hallmark::benchmarks
