// SPDX-License-Identifier: Apache-2.0
// What is done with files of named tensors, whose header may be read apart from them. A Format says how those of one
// are read: scratch_bound(header), header_size(start), decode(file, …), and count(view) and tensor(view, i) of the view
// that it gives.
#pragma once

#include "benchmarks/peers/native/family.hpp"

namespace hallmark::benchmarks {

// write_sparse writes a header and a hole for the data.
void write_sparse(const std::string& path, Bytes head, std::uint64_t data);

template <class Format>
struct TensorFiles {
  // read decodes a file in memory.
  static PeerWork read(const std::string& path) {
    return reading(
        path, [](Bytes file, const Options&) { return Format::scratch_bound(file); },
        [](Bytes file, Scratch& scratch, const Options&) { return Format::decode(file, scratch); },
        [](const auto& view) { return Format::count(view); }, [](const auto& view) { return answer(view); });
  }

  // In each pass the file is opened, its header read, its data mapped, the header decoded, and the file closed.
  static PeerWork open(const std::string& path) {
    const auto memory = std::make_shared<Memory>();
    const auto start = std::make_shared<std::vector<std::byte>>(start_size);
    const auto decode = [memory](const MappedFile& file) {
      const bool whole = Format::header_size(file.start()) <= file.start().size();
      const Bytes header = whole ? file.start() : file.bytes();
      Scratch scratch = memory->of(Format::scratch_bound(header));
      return Format::decode(file.bytes(), header, scratch);
    };
    return {[=] {
              const MappedFile file(path, *start);
              return Format::count(valid(decode(file)));
            },
            [=] {
              const MappedFile file(path, *start);
              return answer(valid(decode(file)));
            }};
  }

 private:
  template <class View>
  static std::string answer(const View& view) {
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
    std::uint64_t names = 0;
    for (std::uint64_t i = 0; i < Format::count(view); ++i) {
      const TensorView tensor = Format::tensor(view, i);
      elements += count_of(tensor.shape).elements();
      bytes += tensor.data.size();
      names += sum_of<std::uint8_t>(as_bytes(tensor.name));
    }
    return answer_of(
        {{"tensors", Format::count(view)}, {"elements", elements}, {"data_bytes", bytes}, {"name_sum", names}});
  }
};

}  // namespace hallmark::benchmarks
