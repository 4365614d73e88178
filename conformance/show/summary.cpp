// SPDX-License-Identifier: Apache-2.0
#include "conformance/show/summary.hpp"

#include <algorithm>

namespace hallmark::show {
namespace {

std::string flat(const reports::Json& value) {
  if (value.is_string()) return reports::escaped(value.get_ref<const std::string&>());
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [name, member] : value.items()) text += (text.empty() ? "" : ", ") + name + " " + flat(member);
  return text;
}

}  // namespace

const Summary* summary_of(const Codec& codec) {
  const auto found = std::ranges::find(all_summaries(), &codec, &Summary::codec);
  return found == all_summaries().end() ? nullptr : &*found;
}

std::string text_of(const reports::Json& summary) {
  std::string text;
  for (const auto& [name, member] : summary.items()) {
    // An object of objects has a line for each.
    if (member.is_object() && std::ranges::all_of(member, [](const auto& one) { return one.is_object(); })) {
      for (const auto& [inner, one] : member.items()) text += name + " " + inner + ": " + flat(one) + "\n";
    } else {
      text += name + ": " + flat(member) + "\n";
    }
  }
  return text;
}

}  // namespace hallmark::show
