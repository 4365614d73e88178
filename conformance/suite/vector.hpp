// SPDX-License-Identifier: Apache-2.0
// Vector: a golden vector of the corpus. See corpus/vector.schema.json.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite/repeats.hpp"
#include "hallmark/core/options.hpp"
#include "hallmark/core/rule.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

using reports::Json;

// BadCorpus: a vector file cannot be read or does not follow the schema. The message names file and place.
struct BadCorpus : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// UnreadableCorpus: files are missing or cannot be read.
struct UnreadableCorpus : BadCorpus {
  using BadCorpus::BadCorpus;
};

// CorpusVersion is a semantic version. A new MUST vector, or one raised to MUST, raises the minor number.
struct CorpusVersion {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t patch = 0;

  [[nodiscard]] auto operator<=>(const CorpusVersion&) const = default;
};

// version_named parses "1.2.3".
[[nodiscard]] std::optional<CorpusVersion> version_named(std::string_view text) noexcept;
// Versions are those that begin alike: "1" stands for 1.0.0 and what follows it before 2.0.0, "1.2.3" for itself.
struct Versions {
  CorpusVersion first;
  CorpusVersion last;
};
[[nodiscard]] std::optional<Versions> versions_named(std::string_view text);
[[nodiscard]] std::string to_string(const CorpusVersion& version);

// Segment is one annotated run of bytes, repeated `repeat` times; or, if it has parts, so many numbered copies of them.
struct Segment {
  std::vector<std::byte> bytes;
  std::string text;
  std::uint64_t repeat = 1;
  std::vector<CopiedRun> parts = {};  // then bytes and text are empty

  [[nodiscard]] std::uint64_t size() const {
    return parts.empty() ? bytes.size() * repeat : bytes_before(parts, repeat);
  }
};

// ShownRun is a run of bytes as people are shown it. Of numbered copies those in the middle are left out.
struct ShownRun {
  std::vector<std::byte> bytes;
  std::string text;
  std::uint64_t repeat = 1;
  std::uint64_t left_out = 0;  // bytes that this run stands for, without showing them

  [[nodiscard]] std::uint64_t size() const { return left_out + bytes.size() * repeat; }
};

struct ExpectedError {
  std::string rule;
  std::string category;
  std::uint64_t offset = 0;
  std::string path;
};

// ExpectedRemark is a warning or note that the vector must produce.
struct ExpectedRemark {
  std::string rule;
  std::uint64_t offset = 0;
  std::string path;
};

// Note explains a flag. `hazard` is what a reader risks that fails a vector with the flag: "memory", "resources",
// "smuggling", "corruption", or "".
struct Note {
  std::string kind;
  std::string description;
  std::string hazard;
  std::vector<std::string> links;
};

// Operation is what a testee is asked to do.
enum class Operation : std::uint8_t { decode, encode };

[[nodiscard]] std::string_view to_string(Operation operation) noexcept;

// Vector is an input to decode or, if `operation` is encode, a value that an encoder must refuse.
struct Vector {
  std::string id;
  std::string format;
  std::string description;
  std::string clause;  // "document#section"
  Level level = Level::must;
  Operation operation = Operation::decode;
  std::optional<CorpusVersion> since;  // the version of the corpus that added or raised it; absent: the first
  std::vector<std::string> flags;
  std::vector<std::string> features;
  std::vector<Segment> segments;
  Verdict verdict = Verdict::valid;
  std::optional<Json> value;             // if valid, or to be refused by an encoder; repeats are not expanded
  std::optional<ExpectedError> error;    // if not valid; offset and path only of inputs to decode
  std::vector<ExpectedRemark> warnings;  // complete: every warning and note
  bool canonical = false;
  bool owed = false;  // each value follows from the text: who accepts the input owes it, whatever the level
  std::optional<std::string> derived_from;
  Options options;
  Form form = Form::binary;           // to encode to
  Json raw_options = Json::object();  // as sent to a testee
  Json raw;                           // the vector as in the file

  [[nodiscard]] std::vector<std::byte> bytes() const;
  // pieces hands bytes() on in pieces, without holding all of them.
  void pieces(const std::function<void(Bytes)>& take) const;
  // byte_count is the size of bytes(), without expanding repeats.
  [[nodiscard]] std::uint64_t byte_count() const;
  // whole_value is the value with its repeats expanded. It must be there.
  [[nodiscard]] Json whole_value() const { return expanded(value.value()); }
  // has_copies: bytes or value have numbered copies, tens of thousands as a rule.
  [[nodiscard]] bool has_copies() const;
  // shown_runs are the bytes for people: of numbered copies the first, the last, and those at errors and warnings.
  [[nodiscard]] std::vector<ShownRun> shown_runs() const;
};

// VectorFile is one file of corpus/<family>/golden/.
struct VectorFile {
  std::filesystem::path path;
  std::string name;    // relative to the corpus, with '/', the same on every machine: "bson/golden/framing.json"
  std::string digest;  // SHA-256 of the file, in hex
  std::string format = {};
  std::string spec_document = {};
  std::string spec_revision = {};
  std::vector<std::pair<std::string, Note>> notes = {};  // by flag
  std::vector<Vector> vectors = {};
};

struct Corpus {
  std::vector<VectorFile> files;                        // sorted by path
  CorpusVersion version = {};                           // of corpus/version.json; 0.0.0 without one
  std::map<std::string, CorpusVersion> withdrawn = {};  // ids of corpus/withdrawn.json, and what version lacks them

  // sha256 identifies the corpus in `--version` and result.json, with the files `more` after its own. It equals
  // `cd corpus && sha256sum */golden/*.json | sha256sum`.
  [[nodiscard]] std::string sha256(const std::vector<VectorFile>& more = {}) const;
  [[nodiscard]] std::size_t size() const;  // number of vectors
};

// Limits: bytes of a vector file, bytes of one vector with its repeats expanded.
inline constexpr std::uint64_t max_file_bytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t max_vector_bytes = std::uint64_t{256} << 20;

// load_corpus reads version.json, withdrawn.json and */golden/*.json of a folder; the empty path is what the program
// holds. If only some formats are wanted, the files of other families have their digests alone, and no vectors.
// load_vector_files reads files, and all *.json of folders. All throw BadCorpus, as does identify_corpus.
[[nodiscard]] Corpus load_corpus(const std::filesystem::path& folder, const std::vector<std::string>& formats = {});
[[nodiscard]] Corpus load_vector_files(const std::vector<std::filesystem::path>& paths);

// CorpusIdentity is the version and the hash of a corpus whose vectors are not read: a tenth of the time.
struct CorpusIdentity {
  CorpusVersion version;
  std::string sha256;  // as Corpus::sha256
};
[[nodiscard]] CorpusIdentity identify_corpus(const std::filesystem::path& folder);

// as_of leaves out the vectors that came after a version of the corpus.
[[nodiscard]] Corpus as_of(Corpus corpus, const CorpusVersion& version);

// find_corpus returns the corpus folder: `chosen` (--corpus) if not empty, else share/hallmark/corpus beside or above
// the program, else the empty path if the program holds a corpus. Throws BadCorpus if there is none.
[[nodiscard]] std::filesystem::path find_corpus(const std::string& chosen);

}  // namespace hallmark::conformance
