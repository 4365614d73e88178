#include "kserve/walk.hpp"

namespace hallmark::kserve {

Decoded<MessageView> decode(Role role, Bytes body, Scratch& scratch, const Options& options) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  return walk.message();
}

Verdict validate(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk walk(role, body, scratch, options, &sink);
  walk.run();
  return walk.verdict();
}

}  // namespace hallmark::kserve
