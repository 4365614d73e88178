// SPDX-License-Identifier: Apache-2.0
// Three faults in one input, in every family: fields of a valid input are replaced by fields of golden vectors. So each
// thing that a golden vector breaks meets two others, and no table of faults is kept beside the vectors.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/testing/draws.hpp"
#include "conformance/testing/properties.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::testing {
namespace {

using conformance::Draws;

// lexemes gives the words and signs of a text; bytes that are none, or too few to be divided, are one.
std::vector<Bytes> lexemes(Bytes bytes) {
  const auto is_text = [](std::byte b) { return b >= std::byte{' '} || b == std::byte{'\n'} || b == std::byte{'\t'}; };
  if (bytes.size() <= 8 || !std::ranges::all_of(bytes, is_text)) return {bytes};
  const auto in_word = [](std::byte b) {
    const auto c = static_cast<unsigned char>(b);
    return c >= 0x80 || std::isalnum(c) != 0 ||
           std::string_view("\"_+-.").find(static_cast<char>(c)) != std::string::npos;
  };
  std::vector<Bytes> all;
  for (std::size_t end = 0; end < bytes.size();) {
    const std::size_t begin = end++;
    while (in_word(bytes[begin]) && end < bytes.size() && in_word(bytes[end])) ++end;
    all.push_back(bytes.subspan(begin, end - begin));
  }
  return all;
}

// Fields keeps the fields of an input: the ranges of its layout, text divided.
class Fields final : public LayoutSink {
 public:
  explicit Fields(const Sample& one) : input_(one.file) {
    Memory memory(one.codec->scratch_bound(input_, one.options));
    (void)one.codec->layout(input_, memory.scratch, one.options, *this);
  }
  bool range(std::uint64_t offset, std::uint64_t length, const char*, const Place&) noexcept override {
    const Bytes bytes = input_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    for (const Bytes lexeme : lexemes(bytes)) all.push_back(lexeme);
    return true;
  }
  std::vector<Bytes> all;

 private:
  Bytes input_;
};

// golden_fields gives what stands in fields of the family's golden vectors, by length.
const std::map<std::size_t, std::vector<File>>& golden_fields() {
  static const auto fields = [] {
    std::set<File> unique;
    const std::filesystem::path corpus = HALLMARK_SOURCE_DIR "/corpus";
    for (const auto& file : std::filesystem::directory_iterator(corpus / family().name / "golden")) {
      const auto golden = nlohmann::json::parse(std::ifstream(file.path()));
      for (const auto& vector : golden.at("vectors")) {
        for (const auto& item : vector.value("bytes", nlohmann::json::array())) {
          if (!item.is_array() || item.size() != 2) continue;
          const std::string digits = item[0];
          File field;
          for (std::size_t i = 0; i < digits.size(); i += 2) {
            field.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
          }
          for (const Bytes lexeme : lexemes(field)) unique.emplace(lexeme.begin(), lexeme.end());
        }
      }
    }
    std::map<std::size_t, std::vector<File>> by_length;
    for (const File& field : unique) by_length[field.size()].push_back(field);
    return by_length;
  }();
  return fields;
}

struct Edit {
  Bytes field;
  File replacement;
};

// broken_field draws a replacement: of a golden vector, mostly of the same length; of another field; a number that is
// one more or less.
Edit broken_field(const std::vector<Bytes>& fields, Draws& draws) {
  const Bytes field = fields[draws.below(fields.size())];
  File replacement(field.begin(), field.end());
  const std::size_t way = draws.below(8);
  if (way == 0 && !field.empty()) {
    replacement[draws.below(std::min<std::size_t>(field.size(), 8))] ^= std::byte{1};
  } else if (way == 1) {
    const Bytes other = fields[draws.below(fields.size())];
    replacement.assign(other.begin(), other.end());
  } else {
    const auto& golden = golden_fields();
    auto same = golden.find(field.size());
    if (way == 2 || same == golden.end())
      same = std::next(golden.begin(), static_cast<int>(draws.below(golden.size())));
    replacement = same->second[draws.below(same->second.size())];
  }
  return {field, replacement};
}

struct Input {
  File bytes;
  Options options;
};

// edited gives the sample with fields replaced, the last one first.
Input edited(const Sample& one, std::vector<Edit> edits) {
  Input input{one.file, one.options};
  std::ranges::sort(edits, std::ranges::greater(), [](const Edit& edit) { return edit.field.data(); });
  for (const Edit& edit : edits) {
    const auto offset = edit.field.data() - one.file.data();
    if (auto& json = input.options.header_length; json && static_cast<std::uint64_t>(offset) < *json) {
      *json += edit.replacement.size() - edit.field.size();  // modulo 2^64
    }
    const auto at = input.bytes.begin() + offset;
    const auto rest = input.bytes.erase(at, at + static_cast<std::ptrdiff_t>(edit.field.size()));
    input.bytes.insert(rest, edit.replacement.begin(), edit.replacement.end());
  }
  return input;
}

using Errors = std::multiset<std::pair<std::string_view, std::string>>;

// errors_of gives rule and path of each error, or nothing where one stops the reader.
Errors errors_of(const Codec& codec, const Input& input) {
  Errors errors;
  for (const auto& finding : conformance::run_codec(codec, input.bytes, input.options).findings) {
    if (finding.rule->kind == Kind::malformed) return {};
    if (finding.severity == Severity::error) errors.emplace(finding.rule->id, finding.path);
  }
  return errors;
}

TEST_CASE("fields that are broken in one input are reported as the oracle does, each alone and three together") {
  std::size_t together = 0;  // inputs with the three errors that their fields give alone
  CHECK(rc::check([&] {
    const Sample one = family().sample(family().cut, false);
    const Fields fields(one);
    if (fields.all.size() < 3) return;
    Draws draws(one.file);
    for (std::size_t round = 0; round < 300; round += stride()) {
      std::vector<Edit> edits;
      Errors expected;
      // Most edits break nothing or stop the reader; such a one is taken where no other comes.
      for (int attempt = 0; edits.size() < 3 && attempt < 24; ++attempt) {
        const Edit edit = broken_field(fields.all, draws);
        const auto same = [&](const Edit& other) { return other.field.data() == edit.field.data(); };
        if (std::ranges::any_of(edits, same)) continue;
        const Input alone = edited(one, {edit});
        Errors errors = errors_of(*one.codec, alone);
        if (errors.size() != 1 && attempt % 8 != 7) continue;
        agrees_with_oracle(*one.codec, alone.bytes, alone.options);
        edits.push_back(edit);
        expected.merge(errors);
      }
      const Input broken = edited(one, edits);
      agrees_with_oracle(*one.codec, broken.bytes, broken.options);
      if (expected.size() == 3 && errors_of(*one.codec, broken) == expected) ++together;
    }
  }));
  CHECK(together >= family().three_faults / stride());
}

}  // namespace
}  // namespace hallmark::testing
