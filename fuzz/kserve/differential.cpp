// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the JSON parser of `kserve-request` and `kserve-response` compared with Boost.JSON. Both agree whether
// an input that begins with an object is valid JSON, but for exponents beyond those that the library reads.
#include <boost/json.hpp>

#include "fuzz/invariants.hpp"
#include "hallmark/kserve.hpp"
#include "hallmark/kserve/rules.hpp"

namespace hallmark::fuzz {
namespace {

using kserve::Role;

constexpr std::uint32_t deepest = 500;  // the peer is allowed more

// Syntax is the outcome of our parser for JSON alone; rules of the protocol are ignored.
class Syntax final : public DiagnosticSink {
 public:
  bool report(const Violation& violation, Severity, const Place&) noexcept override {
    if (rule_ != nullptr) return true;
    if (violation.rule->kind == Kind::malformed && violation.rule != &kserve::rule<"kserve/body-truncated">)
      rule_ = violation.rule;
    if (violation.rule == &kserve::rule<"kserve/nan-literal"> ||
        violation.rule == &kserve::rule<"kserve/json-trailing"> || violation.rule == &kserve::rule<"kserve/depth">) {
      rule_ = violation.rule;
    }
    return true;
  }
  [[nodiscard]] const Rule* broken() const noexcept { return rule_; }

 private:
  const Rule* rule_ = nullptr;
};

const Rule* broken_by(Role role, Bytes input) {
  Options options;
  options.header_length = input.size();
  options.limits.max_depth = deepest;
  Block memory(static_cast<std::size_t>(kserve::scratch_bound(input, options)), 0);
  Scratch scratch(memory.bytes());
  Syntax syntax;
  (void)kserve::validate(role, input, scratch, options, syntax);
  return syntax.broken();
}

boost::json::error_code boost_says(std::string_view json) {
  boost::json::parse_options options;
  options.max_depth = 2 * deepest;
  boost::json::error_code error;
  boost::json::monotonic_resource memory;
  (void)boost::json::parse(json, error, &memory, options);
  return error;
}

void compare(Role role, Bytes input) {
  const Rule* const ours = broken_by(role, input);
  // The input does not begin with an object, or is nested deeper than our limit.
  if (input.empty() || ours == &kserve::rule<"kserve/json-object"> || ours == &kserve::rule<"kserve/depth">) return;
  const auto boost = boost_says(as_text(input));
  if (boost == boost::json::error::exponent_overflow) return;
  invariant(boost.failed() == (ours != nullptr), "we accept and reject what Boost.JSON does");
}

}  // namespace

void run_target(const Block& input) {
  for (const Role role : {Role::request, Role::response}) compare(role, input.view());
}

}  // namespace hallmark::fuzz
