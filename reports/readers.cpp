// SPDX-License-Identifier: Apache-2.0
#include "reports/readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports/bounded_json.hpp"
#include "reports/deviations.hpp"
#include "reports/json_at.hpp"
#include "reports/plural.hpp"

namespace hallmark::reports {

extern const std::string_view readers_json;

namespace {

PublishedReaders read_published() {
  const Json json = parse_json(readers_json);
  const JsonAt at(json);
  const JsonAt columns = at["columns"];
  const auto texts = [](const JsonAt& list) { return list.list(&JsonAt::text); };
  PublishedReaders published;
  at["formats"].members([&](const std::string& format, const JsonAt& rules) {
    rules.members([&](const std::string& rule, const JsonAt& cells) {
      auto readers = std::make_shared<Readers>();
      const auto held = at["withheld"].optional(format).or_null(texts).value_or(std::vector<std::string>());
      readers->withheld = std::ranges::find(held, rule) != held.end();
      cells.members([&](const std::string& column, const JsonAt& cell) {
        const JsonAt about = columns[column];
        JudgedReader& reader = readers->judged.emplace_back();
        reader.name = about["name"].text();
        reader.version = about["version"].text();
        reader.way = about["way"].text();
        reader.took = cell.json().at(0);
        reader.refused = cell.json().at(1);
        if (cell.json().size() > 2) reader.otherwise = cell.json().at(2);
      });
      published[{format, rule}] = std::move(readers);
    });
  });
  return published;
}

enum class Did : std::uint8_t { took_all, refused_all, took_some, otherwise };

struct Wording {
  Did did;
  const char* before;
};
constexpr Wording wordings[] = {{Did::took_all, "all taken by "},
                                {Did::refused_all, "all refused by "},
                                {Did::took_some, "some taken by "},
                                {Did::otherwise, "otherwise with "}};

Did did(const JudgedReader& reader) {
  if (!reader.otherwise.empty()) return Did::otherwise;
  if (reader.refused == 0) return Did::took_all;
  return reader.took == 0 ? Did::refused_all : Did::took_some;
}

// How an implementation is read, and what it did where it is not the same with all inputs.
std::string detail(const JudgedReader& reader) {
  std::vector<std::string> facts;
  if (did(reader) == Did::took_some) facts.push_back(fmt::format("{} of {}", reader.took, reader.put()));
  for (const auto& [result, count] : reader.otherwise) {
    const std::string_view meaning = result_meaning(result);
    facts.push_back(fmt::format("{} at {} of {}", meaning.empty() ? result : meaning, count, reader.put()));
  }
  const char* space = reader.way.empty() || facts.empty() ? "" : " ";
  return fmt::format("{}{}{}", reader.way, space, fmt::join(facts, " and "));
}

// "bson-js 6.10.4 and 7.3.4, pymongo 4.20.0 (list, numpy)"
std::string listed(const Readers& readers, Did which) {
  struct Entry {
    std::string name;
    std::string versions;
    std::string details;
    [[nodiscard]] std::string text() const {
      return fmt::format("{} {}{}", name, versions, details.empty() ? "" : " (" + details + ")");
    }
  };
  std::vector<Entry> entries;
  for (const JudgedReader& reader : readers.judged) {
    if (did(reader) != which) continue;
    Entry next{reader.name, reader.version, detail(reader)};
    Entry* last = entries.empty() || entries.back().name != next.name ? nullptr : &entries.back();
    if (last != nullptr && last->versions == next.versions && !last->details.empty() && !next.details.empty()) {
      last->details += ", " + next.details;
    } else if (last != nullptr && last->details == next.details) {
      last->versions += " and " + next.versions;
    } else {
      entries.push_back(std::move(next));
    }
  }
  std::vector<std::string> texts;
  std::ranges::transform(entries, std::back_inserter(texts), &Entry::text);
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::uint64_t JudgedReader::put() const {
  std::uint64_t all = took + refused;
  for (const auto& [result, count] : otherwise) all += count;
  return all;
}

const PublishedReaders& published_readers() {
  static const PublishedReaders published = read_published();
  return published;
}

void add_readers(InputReport& input) {
  if (!input.format) return;
  for (Diagnostic& diagnostic : input.diagnostics) {
    const auto found = published_readers().find({*input.format, diagnostic.rule});
    if (found != published_readers().end()) diagnostic.readers = found->second;
  }
}

std::string heading(const Readers& readers) {
  if (readers.judged.empty()) return "tried with inputs that break this rule";
  const auto [least, most] = std::ranges::minmax(readers.judged, {}, &JudgedReader::put);
  return fmt::format("tried with {}{} that break{} this rule", least.put() == most.put() ? "" : "up to ",
                     plural(most.put(), "input"), most.put() == 1 ? "s" : "");
}

std::vector<std::string> sentences(const Readers& readers) {
  std::vector<std::string> all;
  for (const auto& [which, before] : wordings) {
    if (const std::string list = listed(readers, which); !list.empty()) all.push_back(before + list);
  }
  if (readers.withheld)
    all.push_back(
        fmt::format("what {} do is withheld until it is repaired", readers.judged.empty() ? "they" : "others"));
  return all;
}

std::string text_of(const Readers& readers) {
  return fmt::format("{}: {}", heading(readers), fmt::join(sentences(readers), "; "));
}

Json to_json(const Readers& readers) {
  Json judged = Json::array();
  for (const JudgedReader& reader : readers.judged) {
    judged.push_back({{"name", reader.name},
                      {"version", reader.version},
                      {"way", reader.way},
                      {"took", number(reader.took)},
                      {"refused", number(reader.refused)}});
    for (const auto& [result, count] : reader.otherwise) judged.back()["otherwise"][result] = number(count);
  }
  return {{"judged", std::move(judged)}, {"withheld", readers.withheld}};
}

}  // namespace hallmark::reports
