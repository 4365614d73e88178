// Floors: work that a reader cannot do without.
#include "benchmarks/harness/workload.hpp"
#include "benchmarks/peers/native/work.hpp"

namespace hallmark::benchmarks {
namespace {

std::string none() { return {}; }

// The floors of the other benchmarks: a copy of the input, and the sum of its words.
PeerWork floor(std::size_t which, const std::string& path) {
  const Input input = input_of(path);
  Workloads floors;
  add_floors(floors, "", [input] { return input->bytes(); });
  const auto run = floors.at(which).prepare().run;
  return {[input, run]() -> std::uint64_t {
            run();
            return 1;
          },
          none};
}

}  // namespace

void add_floors(std::vector<Peer>& peers) {
  using Words = std::vector<std::string>;
  peers.push_back({"memcpy", "", [](const Words&, const auto&, const std::string& path) { return floor(0, path); }});
  peers.push_back({"sum", "", [](const Words&, const auto&, const std::string& path) { return floor(1, path); }});
  peers.push_back({"mmap", "", [](const Words&, const auto&, const std::string& path) -> PeerWork {
                     return {[path] { return MappedFile(path).read(); }, none};
                   }});
}

}  // namespace hallmark::benchmarks
