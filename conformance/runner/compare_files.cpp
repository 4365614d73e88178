// SPDX-License-Identifier: Apache-2.0
// The disagreements of a comparison as files of vectors.
#include <map>

#include "conformance/generate/maker.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/runner/compare.hpp"

namespace hallmark::runner {
namespace {

using conformance::Vector;

constexpr std::size_t most_segments = 200;  // a longer list is no help to a reader

// Segments collects the fields of an input.
class Segments final : public LayoutSink {
 public:
  explicit Segments(Bytes input) : input_(input) {}

  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place&) noexcept override {
    if (offset != at_ || length == 0 || length > input_.size() - at_ || list_.size() == most_segments) return false;
    add(static_cast<std::size_t>(length), field);
    return true;
  }
  // What lies after the last field that is known.
  Json take(std::string_view rest) {
    if (at_ < input_.size()) add(input_.size() - at_, rest);
    return std::move(list_);
  }

 private:
  void add(std::size_t length, std::string_view text) {
    list_.push_back({conformance::to_hex(input_.subspan(at_, length)), text});
    at_ += length;
  }

  Bytes input_;
  std::size_t at_ = 0;
  Json list_ = Json::array();
};

Json bytes_json(const Vector& vector) {
  const Codec& codec = *codec_named(vector.format);
  const std::vector<std::byte> bytes = vector.bytes();
  Segments segments(bytes);
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(bytes, vector.options));
  (void)codec.layout(bytes, scratch, vector.options, segments);
  return segments.take(vector.error ? "from the error on" : "the rest");
}

Json vector_json(const Vector& vector) {
  Json json{{"id", vector.id},
            {"description", vector.description},
            {"clause", vector.clause},
            {"level", to_string(vector.level)},
            {"flags", vector.flags},
            {"features", vector.features},
            {"bytes", bytes_json(vector)},
            {"verdict", to_string(vector.verdict)}};
  if (vector.value) json["value"] = *vector.value;
  if (vector.canonical) json["canonical"] = true;
  if (vector.error) {
    json["error"] = {{"rule", vector.error->rule},
                     {"category", vector.error->category},
                     {"offset", reports::number(vector.error->offset)},
                     {"path", vector.error->path}};
  }
  for (const conformance::ExpectedRemark& remark : vector.warnings) {
    json["warnings"].push_back(
        {{"rule", remark.rule}, {"offset", reports::number(remark.offset)}, {"path", remark.path}});
  }
  if (vector.derived_from) json["derived_from"] = *vector.derived_from;
  if (!vector.raw_options.empty()) json["options"] = vector.raw_options;
  return json;
}

// file_json writes vectors so that load_vector_files reads them again; bytes are annotated with the fields that the
// reference finds, up to an error.
Json file_json(const conformance::VectorFile& file) {
  Json notes = Json::object();
  for (const auto& [flag, note] : file.notes) {
    notes[flag] = {{"kind", note.kind}, {"description", note.description}, {"links", note.links}};
    if (!note.hazard.empty()) notes[flag]["hazard"] = note.hazard;
  }
  Json vectors = Json::array();
  for (const Vector& vector : file.vectors) vectors.push_back(vector_json(vector));
  return {{"format", file.format},
          {"spec", {{"document", file.spec_document}, {"revision", file.spec_revision}}},
          {"notes", std::move(notes)},
          {"vectors", std::move(vectors)}};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> compare_files(const conformance::Corpus& corpus,
                                                               const Comparison& comparison) {
  std::map<std::string, std::vector<Vector>> by_format;
  for (const Disagreement& one : comparison.disagreements) by_format[one.format].push_back(one.smallest);
  const conformance::Maker maker(corpus);
  std::vector<std::pair<std::string, std::string>> files;
  for (auto& [format, vectors] : by_format) {
    files.emplace_back(format + ".json", file_json(maker.file_of(format, std::move(vectors))).dump(1) + "\n");
  }
  return files;
}

}  // namespace hallmark::runner
