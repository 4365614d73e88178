// SPDX-License-Identifier: Apache-2.0
// Readers: who takes inputs that break a rule. Judged implementations were put to such inputs; what they did is
// published in published/readers.json, which is embedded at build time. See schema/published_readers.schema.json.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reports/validation.hpp"

namespace hallmark::reports {

// JudgedReader is an implementation in one version, read in one way, with numbers of inputs by what it did.
struct JudgedReader {
  std::string name;
  std::string version;
  std::string way;  // may be empty
  std::uint64_t took = 0;
  std::uint64_t refused = 0;
  std::map<std::string, std::uint64_t> otherwise = {};  // by result: crash, hang, wrong-value, …

  // put returns how many inputs it was put to.
  [[nodiscard]] std::uint64_t put() const;
};

struct Readers {
  std::vector<JudgedReader> judged;
  bool withheld = false;  // what others do is not published before it is repaired
};

// published_readers is by format and rule. A rule of which nothing is known is not in it.
using PublishedReaders = std::map<std::pair<std::string, std::string>, std::shared_ptr<const Readers>>;
[[nodiscard]] const PublishedReaders& published_readers();

// add_readers adds to each finding who takes inputs of the format that break its rule.
void add_readers(InputReport& input);

// heading says what they were put to, sentences what they did: "all taken by …", "some taken by …". text_of is both.
[[nodiscard]] std::string heading(const Readers& readers);
[[nodiscard]] std::vector<std::string> sentences(const Readers& readers);
[[nodiscard]] std::string text_of(const Readers& readers);

[[nodiscard]] Json to_json(const Readers& readers);

}  // namespace hallmark::reports
