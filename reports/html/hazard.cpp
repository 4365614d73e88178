#include "reports/html/hazard.hpp"

#include <algorithm>

namespace hallmark::reports::web {

bool realised(const VectorResult& answer) {
  constexpr std::string_view results[] = {"accepted-invalid", "wrong-value", "over-budget", "crash", "hang"};
  return answer.op == "decode" && std::ranges::find(results, answer.result) != std::ranges::end(results);
}

std::size_t rank_of(const std::vector<std::string>& names) {
  std::size_t rank = hazards.size();
  for (const std::string& name : names) rank = std::min(rank, reports::rank_of(name));
  return rank;
}

void put_hazards(Markup& page, const std::vector<std::string>& names) {
  for (const Hazard& hazard : hazards) {
    if (std::ranges::find(names, hazard.name) == names.end()) continue;
    put(page, " <span class=\"hazard\" title=\"a reader that fails this {}\">{}</span>", hazard.meaning, hazard.name);
  }
}

}  // namespace hallmark::reports::web
