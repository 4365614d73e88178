// SPDX-License-Identifier: Apache-2.0
#include "reports/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "reports/deviations.hpp"

namespace hallmark::reports {
namespace {

using Kind = Change::Kind;

std::string_view name_of(Kind kind) {
  constexpr std::string_view names[] = {"verdict", "worse", "gone", "better", "added", "changed"};
  return names[static_cast<std::size_t>(kind)];
}

// better_or says whether what was became better, or else returns what a change for the worse is called. More is worse.
template <class Order>
Kind better_or(Kind worse, const Order& was, const Order& is) {
  return is > was ? worse : is < was ? Kind::better : Kind::other;
}

std::ptrdiff_t order_of(std::string_view verdict) {
  constexpr std::string_view best_first[] = {"conformant", "partial", "not-tested", "lenient", "non-conformant"};
  return std::ranges::find(best_first, verdict) - std::ranges::begin(best_first);
}

// An input that could not be judged is between a valid one and an invalid one.
int order_of(InputVerdict verdict) {
  return verdict == InputVerdict::valid ? 0 : verdict == InputVerdict::invalid ? 2 : 1;
}

// Two maps side by side: calls `both` for keys of both, `one` for the others.
template <class Map, class Both, class One>
void compare(const Map& older, const Map& newer, Both&& both, One&& one) {
  for (const auto& [key, value] : older) {
    const auto found = newer.find(key);
    if (found == newer.end()) {
      one(Kind::gone, key, value);
    } else {
      both(key, value, found->second);
    }
  }
  for (const auto& [key, value] : newer) {
    if (!older.contains(key)) one(Kind::added, key, value);
  }
}

using VectorKey = std::tuple<std::string, std::string, std::string>;  // format, op, id

std::map<VectorKey, const VectorResult*> vectors_of(const ConformanceResult& result) {
  std::map<VectorKey, const VectorResult*> map;
  for (const VectorResult& one : result.results) map.emplace(VectorKey{one.format, one.op, one.id}, &one);
  return map;
}

std::map<std::pair<std::string, std::string>, std::string> verdicts_of(const ConformanceResult& result) {
  std::map<std::pair<std::string, std::string>, std::string> map;
  for (const Run& run : result.runs) map[{run.format, run.op}] = run.verdict;
  return map;
}

void compare(const std::string& name, const ConformanceResult& older, const ConformanceResult& newer,
             std::vector<Change>& changes) {
  const auto add = [&](Kind kind, const std::string& words) {
    changes.push_back({kind, name + ": " + escaped(words)});
  };
  compare(
      verdicts_of(older), verdicts_of(newer),
      [&](const auto& run, const std::string& before, const std::string& after) {
        if (before == after) return;
        add(better_or(Kind::verdict, order_of(before), order_of(after)),
            fmt::format("{} {}: {} to {}", run.first, run.second, before, after));
      },
      [&](Kind kind, const auto& run, const std::string& verdict) {
        add(kind, fmt::format("{} {}: {}", run.first, run.second, verdict));
      });
  compare(
      vectors_of(older), vectors_of(newer),
      [&](const VectorKey&, const VectorResult* before, const VectorResult* after) {
        if (before->result == after->result && before->level == after->level) return;
        add(better_or(Kind::worse, tone_of(*before), tone_of(*after)),
            fmt::format("{} {} {}: {} to {}", after->op, after->id, after->level, before->result, after->result));
      },
      [&](Kind kind, const VectorKey&, const VectorResult* one) {
        add(kind, fmt::format("{} {} {}: {}", one->op, one->id, one->level, one->result));
      });
}

using FindingKey = std::tuple<std::string, int, std::uint64_t, std::string>;  // rule, part, offset, path

std::map<FindingKey, const Diagnostic*> findings_of(const InputReport& input) {
  std::map<FindingKey, const Diagnostic*> map;
  for (const Diagnostic& one : input.diagnostics) {
    map.emplace(FindingKey{one.rule, static_cast<int>(one.part), one.offset, one.path}, &one);
  }
  return map;
}

void compare(const std::string& name, const InputReport& older, const InputReport& newer,
             std::vector<Change>& changes) {
  if (older.verdict != newer.verdict) {
    changes.push_back({better_or(Kind::verdict, order_of(older.verdict), order_of(newer.verdict)),
                       fmt::format("{}: {} to {}", name, to_string(older.verdict), to_string(newer.verdict))});
  }
  compare(
      findings_of(older), findings_of(newer),
      [&](const FindingKey&, const Diagnostic* before, const Diagnostic* after) {
        if (before->severity == after->severity) return;
        const Kind kind = after->severity < before->severity ? Kind::worse : Kind::better;
        changes.push_back({kind, fmt::format("{}:{}: {} to {} [{}]", name, after->offset, to_string(before->severity),
                                             to_string(after->severity), after->rule)});
      },
      [&](Kind kind, const FindingKey&, const Diagnostic* one) {
        // A finding that is new is bad news; one that is gone is good news.
        const Kind meaning = kind == Kind::added ? Kind::worse : Kind::better;
        changes.push_back(
            {meaning, fmt::format("{}:{}: {} {}: {} [{}]", name, one->offset, kind == Kind::added ? "new" : "no longer",
                                  to_string(one->severity), escaped(one->message), one->rule)});
      });
}

void sort(std::vector<Change>& changes) { std::ranges::stable_sort(changes, {}, &Change::kind); }

}  // namespace

std::vector<Change> diff(const std::vector<ConformanceResult>& older, const std::vector<ConformanceResult>& newer) {
  const auto by_name = [](const std::vector<ConformanceResult>& results) {
    std::map<std::string, const ConformanceResult*> map;
    for (const ConformanceResult& one : results) map.emplace(escaped(one.implementation.name), &one);
    return map;
  };
  // Of a single implementation on each side the name does not matter.
  std::vector<Change> changes;
  if (older.size() == 1 && newer.size() == 1) {
    compare(escaped(full_name(newer.front().implementation)), older.front(), newer.front(), changes);
  } else {
    compare(
        by_name(older), by_name(newer),
        [&](const std::string& name, const ConformanceResult* before, const ConformanceResult* after) {
          compare(name, *before, *after, changes);
        },
        [&](Kind kind, const std::string& name, const ConformanceResult*) { changes.push_back({kind, name}); });
  }
  sort(changes);
  return changes;
}

std::vector<Change> diff(const ValidationReport& older, const ValidationReport& newer) {
  const auto by_name = [](const ValidationReport& report) {
    std::map<std::string, const InputReport*> map;
    for (const InputReport& one : report.inputs) map.emplace(subject(one), &one);
    return map;
  };
  std::vector<Change> changes;
  compare(
      by_name(older), by_name(newer),
      [&](const std::string& name, const InputReport* before, const InputReport* after) {
        compare(name, *before, *after, changes);
      },
      [&](Kind kind, const std::string& name, const InputReport* one) {
        changes.push_back({kind, fmt::format("{}: {}", name, to_string(one->verdict))});
      });
  sort(changes);
  return changes;
}

std::string text(const std::vector<Change>& changes) {
  std::string out;
  std::map<Kind, std::uint64_t> counts;
  for (const Change& change : changes) {
    out += fmt::format("{:<8} {}\n", name_of(change.kind), change.text);
    ++counts[change.kind];
  }
  if (changes.empty()) return "no change\n";
  std::string total;
  for (const auto& [kind, count] : counts) {
    total += fmt::format("{}{} {}", total.empty() ? "" : ", ", count, name_of(kind));
  }
  return out + total + "\n";
}

}  // namespace hallmark::reports
