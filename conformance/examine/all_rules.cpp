// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/all_rules.hpp"

#include <algorithm>
#include <vector>

#include "conformance/examine/companions.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/http/rules.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

struct Rules {
  std::vector<const Rule*> list;
  std::size_t of_inputs = 0;

  Rules() {
    for (const Codec* codec : all_codecs()) add(codec->rules);
    of_inputs = list.size();
    add(http::rules);
    add(rules);
    for (const Companions& one : all_companions()) add(one.rules);
  }
  // The formats of a family share rules.
  void add(std::span<const Rule* const> more) {
    for (const Rule* rule : more) {
      if (std::ranges::find(list, rule) == list.end()) list.push_back(rule);
    }
  }
};

const Rules& every() {
  static const Rules all;
  return all;
}

}  // namespace

std::span<const Rule* const> input_rules() { return std::span(every().list).first(every().of_inputs); }

std::span<const Rule* const> all_rules() { return every().list; }

const Rule* rule_named(std::span<const Rule* const> among, std::string_view id) noexcept {
  const auto found = std::ranges::find(among, id, &Rule::id);
  return found == among.end() ? nullptr : *found;
}

}  // namespace hallmark::conformance
