// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "conformance/bson_vector/generate.hpp"
#include "conformance/program/testing/large_files.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::program_testing {

void add_bson(std::vector<LargeFile>& all) {
  // One document for each vector. The builder has memory for what comes before the elements; it measures the rest.
  const auto write = [](Sparse& file, std::uint64_t vectors, std::uint64_t size) {
    const auto elements = std::make_unique_for_overwrite<std::byte[]>(size);  // never touched
    const bson_vector::VectorView vector{bson_vector::VectorType::int8, 0, {elements.get(), size}};
    const auto build = [&](std::span<std::byte> out) {
      bson::Builder to(out);
      to.begin_document();
      to.vector("v", vector);
      to.end();
      return to.size();
    };
    const auto header = conformance::written(bson_vector::VectorView{vector.dtype, vector.padding, {}});
    const std::uint64_t after = header.size() + size + 1;
    std::vector<std::byte> before(build({}) - after);
    build(before);
    const std::string document = std::string(as_text(before)) + std::string(as_text(header));
    for (std::uint64_t i = 0; i < vectors; ++i) file.put(document).zeros(size + 1);
  };
  // A document has less than 2 GiB.
  all.push_back({"bson", "i8", "documents[0].v", "/value/vectors/0/data", 2'147'000'000, write});
}

}  // namespace hallmark::program_testing
