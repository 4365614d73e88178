// SPDX-License-Identifier: Apache-2.0
// The peers that are C and C++ libraries, our decoders among them, and the floors.
//
//   hallmark_bench_peers PEER [ARGUMENT...] WORK FILE       speaks the protocol of ../README.md
#include <iostream>

#include "benchmarks/peers/native/work.hpp"

using namespace hallmark::benchmarks;

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<Peer> peers;
  for (const auto add : {add_hallmark, add_floors, add_programs, add_libbson, add_json_libraries}) add(peers);
  for (const Peer& peer : peers) {
    if (words.size() < 3 || words[0] != peer.name) continue;
    return serve(peer.version, [&] {
      return peer.make({words.begin() + 1, words.end() - 2}, words[words.size() - 2], words.back());
    });
  }
  std::cerr << "usage: hallmark_bench_peers PEER [ARGUMENT...] WORK FILE\n";
  return 4;
}
