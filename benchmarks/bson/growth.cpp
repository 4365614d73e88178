// SPDX-License-Identifier: Apache-2.0
// How the costs of BSON grow with the size of an input.
#include "benchmarks/bson/documents.hpp"
#include "benchmarks/growth/samples.hpp"
#include "conformance/bson/generate.hpp"

namespace hallmark::benchmarks::growth {
namespace {

File nested_documents(std::uint64_t size) {
  return bson::built([size](bson::Builder& to) {
    while (to.size() < size) {
      to.begin_document();
      for (std::uint32_t level = 1; level < bson::Builder::deepest; ++level) to.begin_document("level");
      for (std::uint32_t level = 0; level < bson::Builder::deepest; ++level) to.end();
    }
  });
}

File one_array(std::uint64_t size) {
  return bson::built([size](bson::Builder& to) {
    to.begin_document();
    to.begin_array("all");
    while (to.size() < size) to.int32("", 1);
    to.end();
    to.end();
  });
}

// Documents that hold a boolean of 2 each.
Sample findings(std::uint64_t size) {
  File document = bson::built([](bson::Builder& to) {
    to.begin_document();
    to.boolean("k", true);
    to.end();
  });
  document[document.size() - 2] = std::byte{2};
  return of_text(repeated_text(as_text(document), size));
}

// Half of it is one vector.
Work build_bson(std::uint64_t size) {
  auto floats = std::make_shared<File>(size / 8 * 4);
  auto out = std::make_shared<File>(size + 4096);
  return {[=] {
            bson::Builder to(*out);
            to.begin_document();
            to.vector("embedding", {bson_vector::VectorType::float32, 0, *floats});
            to.end();
            while (to.size() < size) {
              to.begin_document();
              to.string("title", "a title of some words");
              to.begin_array("numbers");
              for (int i = 0; i < 20; ++i) to.int32("", i);
              to.end();
              to.end();
            }
            check_answer(static_cast<bool>(to.finish()), "bson::Builder");
          },
          1, size};
}

}  // namespace

void add_bson(Growth& all) {
  const Codec* codec = codec_named("bson");
  const auto records = [](std::uint64_t size) { return Sample{nullptr, documents(Collection::records, size), {}}; };
  all.subjects.push_back({codec, "bson/records", records});
  all.subjects.push_back({codec, "bson/nested", nested_documents});
  all.subjects.push_back({codec, "bson/one-array", one_array});
  all.subjects.push_back({codec, "bson/findings", findings});
  all.encoders.push_back({"encode/bson/documents", build_bson});
}

}  // namespace hallmark::benchmarks::growth
