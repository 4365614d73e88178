// SPDX-License-Identifier: Apache-2.0
// npy files. The number is a count of fields, or of bytes of a plain array, which are a hole in the file.
#include "benchmarks/npy/inputs.hpp"
#include "benchmarks/peers/native/tensor_files.hpp"

namespace hallmark::benchmarks {
namespace {

std::string answer(const npy::FileView& file) {
  std::uint64_t fields = 0;
  npy::Fields each = file.type.fields;
  for (npy::Field field; each.next(field);) fields += field.is_padding ? 0 : 1;
  return answer_of({{"elements", count_of(file.shape).elements()}, {"item_size", file.type.size}, {"fields", fields}});
}

std::uint64_t elements(const npy::FileView& file) { return count_of(file.shape).elements(); }

PeerWork read_array(const std::string& path) {
  return reading(path, npy::scratch_bound, npy::decode, elements, answer);
}

// In each pass the file is opened, its header read, its data mapped, the header decoded, and the file closed. The
// arrays that are opened hold no booleans, so that no byte of the data is looked at.
PeerWork open_array(const std::string& path) {
  const auto memory = std::make_shared<Memory>();
  const auto start = std::make_shared<std::vector<std::byte>>(start_size);
  const auto open = [=](const auto& say) {
    const MappedFile file(path, *start);
    const hallmark::Input header(file.start(), file.bytes().size());
    Scratch scratch = memory->of(npy::scratch_bound(header));
    return say(valid(npy::decode(header, scratch)));
  };
  return {[=] { return open(elements); }, [=] { return open(answer); }};
}

}  // namespace

void add_npy(Families& all) {
  all.works.insert({{"npy", read_array}, {"npy-open", open_array}});
  all.inputs.insert({{"npy-fields", made([](auto count) { return npy_structure(count); })},
                     {"npy-floats", [](auto size, const auto& path) {
                        write_sparse(path, npy::with_header(1, npy::header_of("'<f4'", {size / 4})), size);
                      }}});
}

}  // namespace hallmark::benchmarks
