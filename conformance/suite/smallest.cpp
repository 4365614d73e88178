#include "conformance/suite/smallest.hpp"

#include <tuple>

namespace hallmark::conformance {
namespace {

auto rank(const Vector& vector, std::string_view rule) {
  const bool as_error = vector.error && vector.error->rule == rule;
  const std::uint64_t size = vector.value ? vector.value->dump().size() : 0;
  return std::tuple(vector.operation == Operation::encode, vector.options.profile != Profile::strict, !as_error,
                    vector.byte_count(), size);
}

}  // namespace

std::map<std::string_view, const Vector*> smallest_vectors(const Corpus& corpus) {
  std::map<std::string_view, const Vector*> smallest;
  const auto consider = [&](const Vector& vector, std::string_view rule) {
    const Vector*& best = smallest[rule];
    if (best == nullptr || rank(vector, rule) < rank(*best, rule)) best = &vector;
  };
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      if (vector.error) consider(vector, vector.error->rule);
      for (const ExpectedRemark& remark : vector.warnings) consider(vector, remark.rule);
    }
  }
  return smallest;
}

}  // namespace hallmark::conformance
