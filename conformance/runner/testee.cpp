#include "conformance/runner/testee.hpp"

#include <fmt/format.h>

namespace hallmark::runner {

conformance::Answer breach_answer(Breach breach, const Child& child, const Limits& limits) {
  using Kind = conformance::Answer::Kind;
  conformance::Answer answer;
  const auto say = [&](Kind kind, std::string message) {
    answer.kind = kind;
    answer.message = std::move(message);
  };
  switch (breach) {
    case Breach::exited: say(Kind::crash, child.how_it_ended() + " before an answer"); break;
    case Breach::closed: say(Kind::protocol_error, "standard output was closed before an answer"); break;
    case Breach::timeout:
      say(Kind::hang, fmt::format("no answer within {} s", static_cast<double>(limits.timeout.count()) / 1000));
      break;
    case Breach::memory:
      say(Kind::over_budget, fmt::format("more than {} bytes of resident memory", limits.memory));
      break;
    case Breach::too_long:
      say(Kind::protocol_error, fmt::format("an answer of more than {} bytes", limits.reply));
      break;
    case Breach::interrupted:
    case Breach::none: say(Kind::not_run, ""); break;
  }
  return answer;
}

}  // namespace hallmark::runner
