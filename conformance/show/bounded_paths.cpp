#include "conformance/show/bounded_paths.hpp"

#include "conformance/model/path_text.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::show {
namespace {

constexpr std::uint64_t most_cost = std::uint64_t{1} << 30;

}  // namespace

std::string BoundedPaths::at(const Place& place, const Violation& here) { return reports::escaped(exact(place, here)); }

std::string BoundedPaths::exact(const Place& place, const Violation& here) {
  if (cost_ > most_cost) return "…";
  conformance::PathText text;
  place.write(text, here);
  const std::uint64_t offered = text.offered();
  if (offered > conformance::longest_path) cost_ += offered;
  return text.take();
}

}  // namespace hallmark::show
