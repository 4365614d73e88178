#include "kserve/walk.hpp"

namespace hallmark::kserve {

std::uint64_t scratch_bound(Bytes body, const Options& options) noexcept { return sizes_of(body, options).bytes(); }

Decoded<MessageView> decode(Role role, Bytes body, Scratch& scratch, const Options& options) noexcept {
  Position position;
  Findings findings(options.profile, nullptr, &position);
  Walk walk(role, body, scratch, options, findings, position);
  walk.run();
  return walk.in().verdict<MessageView>(walk.json(), walk.header_length(), walk.tensors());
}

Verdict validate(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Position position;
  Findings findings(options.profile, &sink, &position);
  Walk(role, body, scratch, options, findings, position).run();
  return findings.verdict();
}

}  // namespace hallmark::kserve
