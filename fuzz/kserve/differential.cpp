// Fuzz target: the JSON parser of `kserve-request` and `kserve-response` compared with Boost.JSON and simdjson. All
// agree whether an input that begins with an object is valid JSON. Exceptions are numbers that a library cannot
// represent, and lone surrogates and byte order marks that it accepts.
#include <simdjson.h>

#include <boost/json.hpp>
#include <cmath>
#include <cstdlib>

#include "codecs/kserve/rules.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::fuzz {
namespace {

using kserve::Role;

constexpr std::uint32_t deepest = 500;  // the peers are allowed more

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

// Numbers of valid JSON that overflow a double or 64 bits; exponents that overflow an int.
struct Numbers {
  bool infinite = false;
  bool wide = false;
  bool far = false;
};

Numbers numbers_of(std::string_view json) {
  Numbers found;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') quoted = !quoted;
    if (quoted) {
      i += json[i] == '\\' ? 1 : 0;
      continue;
    }
    if (json[i] != '-' && (json[i] < '0' || json[i] > '9')) continue;
    const std::size_t end = std::min(json.find_first_not_of("+-.0123456789eE", i), json.size());
    const std::string number(json.substr(i, end - i));
    i = end - 1;
    found.infinite = found.infinite || std::isinf(std::strtod(number.c_str(), nullptr));
    const std::size_t mark = number.find_first_of("eE");
    if (mark != std::string::npos) {
      errno = 0;
      const long long exponent = std::strtoll(number.c_str() + mark + 1, nullptr, 10);
      found.far = found.far || errno == ERANGE || exponent >= 1'000'000'000 || exponent <= -1'000'000'000;
    } else if (number.find('.') == std::string::npos) {
      errno = 0;
      if (number[0] == '-') {
        (void)std::strtoll(number.c_str(), nullptr, 10);
      } else {
        (void)std::strtoull(number.c_str(), nullptr, 10);
      }
      found.wide = found.wide || errno == ERANGE;
    }
  }
  return found;
}

boost::json::error_code boost_says(std::string_view json) {
  boost::json::parse_options options;
  options.max_depth = 2 * deepest;
  boost::json::error_code error;
  boost::json::monotonic_resource memory;
  (void)boost::json::parse(json, error, &memory, options);
  return error;
}

simdjson::error_code simdjson_says(std::string_view json) {
  const simdjson::padded_string padded(json);
  simdjson::dom::parser parser;
  if (const simdjson::error_code error = parser.allocate(padded.size(), std::size_t{2} * deepest); error) return error;
  return parser.parse(padded).error();
}

// Newer versions have a code of their own for integers of more than 64 bits.
template <class Error>
bool is_number_error(Error error) {
  if constexpr (requires { Error::BIGINT_ERROR; }) {
    if (error == Error::BIGINT_ERROR) return true;
  }
  return error == Error::NUMBER_ERROR;
}

void compare(Role role, Bytes input) {
  const Rule* const ours = broken_by(role, input);
  // The input does not begin with an object, or is nested deeper than our limit.
  if (input.empty() || ours == &kserve::rule<"kserve/json-object"> || ours == &kserve::rule<"kserve/depth">) return;
  const std::string_view json = as_text(input);
  const auto boost = boost_says(json);
  const auto simd = simdjson_says(json);
  if (ours == nullptr) {
    const Numbers numbers = numbers_of(json);
    invariant(!boost || (numbers.far && boost == boost::json::error::exponent_overflow),
              "Boost.JSON accepts what we accept");
    invariant(simd == simdjson::SUCCESS || (is_number_error(simd) && (numbers.infinite || numbers.wide)),
              "simdjson accepts what we accept");
    return;
  }
  invariant(boost.failed(), "we reject what Boost.JSON rejects");
  // Newer versions of simdjson skip a byte order mark.
  invariant(simd != simdjson::SUCCESS || ours == &kserve::rule<"kserve/json-surrogate"> ||
                ours == &kserve::rule<"kserve/byte-order-mark">,
            "we reject what simdjson rejects");
}

}  // namespace

void run_target(const Block& input) {
  for (const Role role : {Role::request, Role::response}) compare(role, input.view());
}

}  // namespace hallmark::fuzz
