// Properties that every family checks on inputs near a valid one: its prefixes, one changed byte, mutants, and noise.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "conformance/testing/property.hpp"

namespace hallmark::testing {

// Subject is a codec and what it is compared with: agrees_with_oracle fails the property where, in either profile, the
// codec and the oracle differ on an input.
struct Subject {
  const Codec& codec;
  std::function<void(Bytes, const Options&)> agrees_with_oracle;
};

// check fails the property where, in either profile, the codec breaks an invariant or differs from the oracle.
inline void check(const Subject& subject, Bytes input, const Options& options = {}) {
  holds_invariants_in_both_profiles(subject.codec, input, options);
  subject.agrees_with_oracle(input, options);
}

// check_strict leaves out the invariants under compat, where there are many inputs.
inline void check_strict(const Subject& subject, Bytes input) {
  holds_invariants(subject.codec, input);
  subject.agrees_with_oracle(input, {});
}

// check_prefixes_invalid demands that every proper prefix is invalid, at a byte inside it or at its end.
inline void check_prefixes_invalid(const Subject& subject, Bytes input) {
  conformance::each_prefix(input, [&subject](Bytes prefix, std::size_t size) {
    check_strict(subject, prefix);
    const Violation violation = conformance::run_codec(subject.codec, prefix, {}).decoded;
    RC_ASSERT(violation.rule != nullptr);
    RC_ASSERT(hallmark::verdict_of(violation.rule->kind) == Verdict::invalid);
    RC_ASSERT(violation.offset <= size);
  });
}

// check_boundary_values changes one byte to the values that most often mean something else.
inline void check_boundary_values(const Subject& subject, Bytes input) {
  conformance::each_boundary_value(input, [&subject](Bytes changed, std::size_t) { check_strict(subject, changed); });
}

// check_byte_changes changes one byte to every other value, and compares with the oracle alone.
inline void check_byte_changes(const Subject& subject, Bytes input) {
  conformance::each_byte_change(input,
                                [&subject](Bytes changed, std::size_t) { subject.agrees_with_oracle(changed, {}); });
}

// Mutation says how inputs are changed, and how they are read.
struct Mutation {
  int longest_tape;                                              // of the choices of one mutant
  std::optional<std::uint32_t> Limits::* limit = nullptr;        // each mutant is also read with 0 to 3 of it
  std::function<std::vector<std::byte>(Bytes)> frame = nullptr;  // puts noise into what the format begins with
};

// check_mutant_and_noise checks one mutant of the input, and its tape of choices as noise, with every subject.
inline void check_mutant_and_noise(const std::vector<Subject>& subjects, Bytes input, const Mutation& mutation) {
  const Tape tape = *any_tape(mutation.longest_tape);
  conformance::Choices choices(tape);
  const std::vector<std::byte> mutant = conformance::mutated(input, choices);
  Options limited;
  if (mutation.limit != nullptr) limited.limits.*mutation.limit = choices.below(4);
  const Bytes bytes = std::as_bytes(std::span(tape));
  const std::vector<std::byte> noise = mutation.frame ? mutation.frame(bytes) : std::vector(bytes.begin(), bytes.end());
  for (const Subject& subject : subjects) {
    if (mutation.limit != nullptr) check(subject, mutant, limited);
    check(subject, mutant);
    check(subject, noise);
  }
}

}  // namespace hallmark::testing
