// SPDX-License-Identifier: Apache-2.0
// Floors: work that a reader cannot do without. Those that know a format are brought by its family.
#include <filesystem>

#include "benchmarks/peers/native/family.hpp"

namespace hallmark::benchmarks {
namespace {

std::string none() { return {}; }

// The floors of the other benchmarks: a copy of the input, and the sum of its words. Where the length of a header lies
// beside it, of the header alone.
PeerWork floor(std::size_t which, const std::string& path) {
  const Input input = input_of(path);
  const bool framed = std::filesystem::exists(path + ".header_length");
  const auto size = framed ? static_cast<std::size_t>(header_length_of(path)) : input->bytes().size();
  Workloads floors;
  add_floors(floors, "", [&] { return Sample{input, input->bytes().first(size), {}}; });
  const auto run = floors.at(which).prepare().run;
  return {[input, run]() -> std::uint64_t {
            run();
            return 1;
          },
          none};
}

}  // namespace

void add_floors(std::vector<Peer>& peers) {
  using Text = std::string;
  peers.push_back({"memcpy", "", [](const auto&, const Text&, const Text& path) { return floor(0, path); }});
  peers.push_back({"sum", "", [](const auto&, const Text&, const Text& path) { return floor(1, path); }});
  peers.push_back({"lengths", "",
                   [](const auto&, const Text& work, const Text& path) { return work_of(work + "-lengths", path); }});
  peers.push_back(
      {"map", "", [](const auto&, const Text&, const Text& path) -> PeerWork {
         const auto start = std::make_shared<std::vector<std::byte>>(start_size);
         return {[path, start]() -> std::uint64_t { return MappedFile(path, *start).start().empty() ? 0 : 1; }, none};
       }});
  peers.push_back({"mmap", "", [](const auto&, const Text&, const Text& path) -> PeerWork {
                     return {[path] { return MappedFile(path).read(); }, none};
                   }});
}

}  // namespace hallmark::benchmarks
