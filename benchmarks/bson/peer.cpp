// SPDX-License-Identifier: Apache-2.0
// BSON documents. The number is a size in bytes for bson-mixed and bson-records, else a count.
#include "benchmarks/bson/documents.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "conformance/bson/generate.hpp"

namespace hallmark::benchmarks {
namespace {

// So many documents with what `fill` puts into each.
File built(std::uint64_t count, const std::function<void(bson::Builder&, Random&)>& fill) {
  return bson::built([&](bson::Builder& to) {
    Random random;
    for (std::uint64_t i = 0; i < count; ++i) {
      to.begin_document();
      fill(to, random);
      to.end();
    }
  });
}

File bson_small(std::uint64_t count) {
  return built(count, [](bson::Builder& to, Random& random) {
    to.int64("_id", static_cast<std::int64_t>(random.below(1U << 30)));
    to.string("name", "a name");
    to.int32("n", 1);
    to.number("x", 0.5);
    to.boolean("ok", true);
  });
}

File bson_embeddings(std::uint64_t count) {
  return built(count, [](bson::Builder& to, Random& random) {
    std::byte data[768 * 4];
    for (std::size_t at = 0; at < sizeof data; at += 4) {
      store_le(data + at, std::bit_cast<std::uint32_t>(static_cast<float>(random.below(2000)) / 1000.0F - 1.0F));
    }
    to.int64("_id", static_cast<std::int64_t>(random.below(1U << 30)));
    to.vector("embedding", {bson_vector::VectorType::float32, 0, data});
  });
}

File bson_nested(std::uint64_t count) {
  return built(count, [](bson::Builder& to, Random&) {
    constexpr int levels = 190;
    for (int i = 0; i < levels; ++i) to.begin_document("d");
    for (int i = 0; i < levels; ++i) to.end();
  });
}

File bson_numbers(std::uint64_t count) {
  return built(1, [count](bson::Builder& to, Random& random) {
    to.begin_array("a");
    for (std::uint64_t i = 0; i < count; ++i) to.int32("", static_cast<std::int32_t>(random.below(1U << 30)));
    to.end();
  });
}

struct VectorTotals final : bson::ElementSink {
  bool element(const bson::Element& element, const Place&) noexcept override {
    if (const auto vector = bson::vector_of(element)) {
      bytes += vector->data.size();
      sum += sum_of<std::uint8_t>(vector->data);
    }
    return true;
  }
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;
};

PeerWork bson_documents(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(bson::scratch_bound(input->bytes()));
    return bson::decode(input->bytes(), scratch);
  };
  return {[=] { return valid(decode()).documents; },
          [=] {
            const auto decoded = decode();
            const bson::DocumentsView& all = valid(decoded);
            Scratch scratch = memory->of(bson::scratch_bound(all.input));
            VectorTotals totals;
            (void)bson::visit_elements(all, scratch, {}, totals);
            return answer_of({{"documents", all.documents},
                              {"vectors", all.vectors},
                              {"vector_bytes", totals.bytes},
                              {"vector_sum", totals.sum}});
          }};
}

}  // namespace

void add_bson(Families& all) {
  all.works.insert({"bson", bson_documents});
  all.inputs.insert({{"bson-mixed", made([](auto size) { return documents(Collection::mixed, size); })},
                     {"bson-records", made([](auto size) { return documents(Collection::records, size); })},
                     {"bson-small", made(bson_small)},
                     {"bson-embeddings", made(bson_embeddings)},
                     {"bson-nested", made(bson_nested)},
                     {"bson-numbers", made(bson_numbers)}});
}

}  // namespace hallmark::benchmarks
