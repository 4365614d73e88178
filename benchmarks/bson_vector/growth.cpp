// How the costs of BSON vectors grow with the size of an input.
#include "benchmarks/growth/samples.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::benchmarks::growth {
namespace {

Work encode_bson_vector(std::uint64_t size) {
  auto data = std::make_shared<File>(size / 4 * 4);
  auto out = std::make_shared<File>(2 + data->size());
  return {[=] {
            Scratch none;
            const bson_vector::VectorView vector{bson_vector::VectorType::float32, 0, *data};
            check_answer(static_cast<bool>(bson_vector::encode(vector, none, *out)), "bson_vector::encode");
          },
          1, size};
}

}  // namespace

void add_bson_vector(Growth& all) { all.encoders.push_back({"encode/bson-vector/float32", encode_bson_vector}); }

}  // namespace hallmark::benchmarks::growth
