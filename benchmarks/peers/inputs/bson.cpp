// BSON documents and vectors. NUMBER is a size in bytes for bson-mixed and bson-records, else a count.
#include "hallmark/bson.hpp"

#include <stdexcept>

#include "benchmarks/bson/documents.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {
namespace {

// Documents of a builder, until there are `count`.
File built(std::uint64_t count, const std::function<void(bson::Builder&, Random&)>& fill) {
  File file;
  File memory(std::size_t{64} << 20);
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    bson::Builder to(memory);
    to.begin_document();
    fill(to, random);
    to.end();
    const Encoded written = to.finish();
    if (!written) throw std::runtime_error("a document cannot be built");
    file.insert(file.end(), memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(written.size));
  }
  return file;
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

// The payload of one vector.
File vector_of(std::uint64_t elements) {
  File file(2 + 4 * static_cast<std::size_t>(elements));
  file[0] = static_cast<std::byte>(bson_vector::VectorType::float32);
  for (std::uint64_t i = 0; i < elements; ++i) {
    store_le(file.data() + 2 + 4 * i, std::bit_cast<std::uint32_t>(static_cast<float>(i) / 8.0F));
  }
  return file;
}

}  // namespace

std::vector<Kind> kinds() {
  return {{"bson-mixed", made([](auto size) { return documents(Collection::mixed, size); })},
          {"bson-records", made([](auto size) { return documents(Collection::records, size); })},
          {"bson-small", made(bson_small)},
          {"bson-embeddings", made(bson_embeddings)},
          {"bson-nested", made(bson_nested)},
          {"bson-numbers", made(bson_numbers)},
          {"bson-vector", made(vector_of)}};
}

}  // namespace hallmark::benchmarks
