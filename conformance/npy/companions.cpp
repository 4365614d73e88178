// SPDX-License-Identifier: Apache-2.0
// npz: what the names of the members of an archive say together.
#include "conformance/examine/companions.hpp"

#include "codecs/core/findings.hpp"
#include "conformance/npy/rules.hpp"

namespace hallmark::npy {
namespace {

constexpr std::string_view extension = ".npy";

void judge_name(const std::string& name, const conformance::Names& before, conformance::Collector& collector) {
  const auto report = [&](const Rule& rule) {
    collector.report({&rule, 0, 0, {}, {}, ""}, rule.severity, FieldPlace(), "");
  };
  if (before.contains(name)) report(member_rule<"npy/duplicate-member">);
  const std::string other = name.ends_with(extension) ? name.substr(0, name.size() - extension.size())  //
                                                      : name + std::string(extension);
  if (before.contains(other)) report(member_rule<"npy/shadowed-member">);
}

}  // namespace

void add_to(std::vector<conformance::Companions>& all) {
  all.push_back({.codec = codec_named("npy"), .rules = member_rules, .judge_name = &judge_name});
}

}  // namespace hallmark::npy
