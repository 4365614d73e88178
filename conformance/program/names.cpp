// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "codecs/core/manifest.hpp"
#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/program/command.hpp"
#include "conformance/runner/glob.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/format_list.hpp"
#include "reports/paragraph.hpp"

namespace hallmark::program {
namespace {

// Longer names are not compared: the cost is the product of the lengths.
constexpr std::size_t longest_name = 200;
constexpr std::size_t widest_help = 100;

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names) {
  if (wrong.size() > longest_name) return {};
  std::string_view best;
  std::size_t fewest = wrong.size() / 3 + 2;
  for (const std::string_view name : names) {
    // People often leave the family out: `padding-range` is near `bson-vector/padding-range`.
    const std::string_view slug = name.substr(name.rfind('/') + 1);
    const std::size_t changes = std::min(distance(wrong, name), distance(wrong, slug) + 1);
    if (changes >= fewest) continue;
    fewest = changes;
    best = name;
  }
  return best.empty() ? "" : fmt::format("; did you mean {}?", best);
}

std::string unknown_word(const std::string& word, const CLI::App& command) {
  const bool option = word.starts_with('-');
  std::vector<std::string> known;
  for (const CLI::App* app = &command; option && app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* one : app->get_options()) {
      for (const std::string& name : one->get_lnames()) known.push_back("--" + name);
    }
  }
  if (!option) {
    for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(one->get_name());
    }
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown {} \"{}\"{}", option ? "option" : "command", word,
                     did_you_mean(name, {known.begin(), known.end()}));
}

std::string formats_line() {
  std::string out;
  reports::Paragraph paragraph(out, widest_help, 2);
  paragraph.text(fmt::format("F: {}", reports::format_list()));
  paragraph.end();
  return out;
}

namespace {

// The extensions that no other program uses; then those whose files must look like ours.
std::string extension_list() {
  std::string own;
  std::string shared;
  std::string_view last;
  for (const Codec* codec : all_codecs()) {
    if (std::exchange(last, codec->family) == codec->family) continue;
    const auto& others = manifest::family_of(*codec).shared_extensions;
    for (const std::string_view extension : codec->extensions) {
      const bool alone = std::ranges::find(others, extension, &manifest::SharedExtension::extension) == others.end();
      (alone ? own : shared).append(" ").append(extension);
    }
  }
  for (const Codec* codec : conformance::formats_beside()) own.append(" ").append(codec->extensions.front());
  return fmt::format("{}, by content{}", own, shared);
}

}  // namespace

std::string names_in_folders() {
  std::string out;
  reports::Paragraph paragraph(out, widest_help, 0);
  paragraph.text(fmt::format("In folders: known first bytes, and{}, also before .gz.", extension_list()));
  return out;
}

void require_format(const std::string& format, bool beside) {
  if (format.empty() || (beside ? conformance::format_named(format) : codec_named(format)) != nullptr) return;
  std::vector<std::string_view> names;
  for (const Codec* codec : all_codecs()) names.push_back(codec->id);
  std::string known = reports::format_list();
  for (const Codec* codec : beside ? conformance::formats_beside() : std::vector<const Codec*>()) {
    names.push_back(codec->id);
    known.append(", ").append(codec->id);
  }
  throw UsageError(fmt::format("unknown format {}{} (known: {})", format, did_you_mean(format, names), known));
}

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  for (const Rule* rule : conformance::all_rules()) ids.push_back(rule->id);
  return ids;
}

std::string did_you_mean_rule(const std::string& wrong) {
  std::string list;
  std::size_t count = 0;
  for (const std::string_view id : rule_ids()) {
    if (id.substr(id.rfind('/') + 1) != wrong) continue;
    list.append(count++ == 0 ? "; rules of this name: " : ", ").append(id);
  }
  return count > 1 ? list : did_you_mean(wrong, rule_ids());
}

std::vector<const Rule*> rules_to_warn(const std::vector<std::string>& globs, const std::string& source) {
  std::vector<const Rule*> rules;
  for (const std::string& glob : globs) {
    const Rule* matching = nullptr;
    bool useful = false;
    for (const Rule* rule : conformance::all_rules()) {
      if (!runner::glob_matches(glob, std::string(rule->id))) continue;
      matching = rule;
      if (rule->kind != Kind::invalid) continue;
      useful = true;
      if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
    }
    if (useful) continue;
    if (matching == nullptr) {
      throw UsageError(fmt::format("{} {}: no rule matches{}", source, glob, did_you_mean_rule(glob)));
    }
    throw UsageError(fmt::format("{} {}: {} is of kind {}; only errors of kind invalid can be warnings", source, glob,
                                 matching->id, to_string(matching->kind)));
  }
  return rules;
}

}  // namespace hallmark::program
