// SPDX-License-Identifier: Apache-2.0
// hallmark inspect on shapes of many dimensions: --stats and the value print all of them.
#include <algorithm>
#include <map>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

using Sizes = std::vector<std::uint64_t>;

constexpr std::uint32_t most = 1000;

// Dimensions of 1 with a single 2: at the end, or after the first half.
Sizes sizes_of(std::size_t rank, std::size_t two) {
  Sizes sizes(rank, 1);
  sizes[two] = 2;
  return sizes;
}

// The entries of a value that have a shape.
std::vector<Json*> entries_of(Json& value) {
  std::vector<Json*> entries;
  for (const char* table : {"metadata", "tensors", "values"}) {
    if (!value.contains(table)) continue;
    for (Json& entry : value.at(table)) {
      if (entry.contains("shape")) entries.push_back(&entry);
    }
  }
  return entries;
}

std::vector<Sizes> shapes_of(Json value) {
  std::vector<Sizes> shapes;
  for (const Json* entry : entries_of(value)) shapes.push_back(entry->at("shape").get<Sizes>());
  return shapes;
}

// The values of valid golden vectors whose shapes may be any of two elements, a few of each format.
std::vector<conformance::Vector> pairs() {
  std::vector<conformance::Vector> found;
  std::map<std::string, int> count;
  for (const auto& file : conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (vector.operation != conformance::Operation::decode || vector.verdict != Verdict::valid) continue;
      Json value = vector.value ? vector.whole_value() : Json();
      const std::vector<Json*> entries = entries_of(value);
      const bool all = std::ranges::all_of(entries, [](const Json* entry) { return entry->at("shape") == Json{2}; });
      if (!entries.empty() && all && count[vector.format]++ < 4) found.push_back(vector);
    }
  }
  return found;
}

}  // namespace

TEST_CASE_METHOD(InFolder, "inspect shows shapes of any rank whole, in the value, in statistics and in text") {
  std::map<std::string, std::size_t> ranks;
  for (const conformance::Vector& vector : pairs()) {
    const conformance::Model& model = *conformance::model_named(vector.format);
    for (const std::size_t rank : {1, 127, 128, 250, 251, 255}) {
      for (const std::size_t two : {rank - 1, rank / 2}) {
        const Sizes sizes = sizes_of(rank, two);
        Options options = vector.options;
        options.limits.max_rank = most;
        Json value = vector.value ? vector.whole_value() : Json();
        for (Json* entry : entries_of(value)) entry->at("shape") = sizes;
        const conformance::EncodeReply reply = model.encode(value, vector.form);
        CAPTURE(vector.id, rank);
        if (reply.refusal.rule != nullptr) {  // an encoder whose ranks end at 127
          CHECK(rank > 127);
          continue;
        }
        conformance::ExaminerSettings settings{.format = vector.format,
                                               .options = options,
                                               .header_length = reply.header_length,
                                               .size = {},
                                               .bounds = {}};
        const std::string path = folder.write("a", as_text(reply.bytes));
        const auto shapes_in_stats = [&] {
          const std::string stats = inspected(path, settings, {.json = true, .stats = true});
          return shapes_of({{"tensors", Json::parse(stats).at("stats")}});
        };
        const Json shown = Json::parse(inspected(path, settings, {.json = true}));
        CHECK(shapes_of(shown.at("value")) == shapes_of(value));
        CHECK(shapes_in_stats() == shapes_of(value));
        ranks[vector.format] = std::max(ranks[vector.format], rank);
        for (const bool stats : {false, true}) {
          std::string list;
          for (const std::uint64_t size : sizes) list += (list.empty() ? "[" : ", ") + std::to_string(size);
          CHECK(inspected(path, settings, {.stats = stats}).find(list + "]") != std::string::npos);
        }
        settings.options.limits = {};
        if (rank <= 127) CHECK(shapes_in_stats() == shapes_of(value));
      }
    }
  }
  CHECK(std::ranges::count(ranks, std::size_t{255}, &std::pair<const std::string, std::size_t>::second) == 6);
}
