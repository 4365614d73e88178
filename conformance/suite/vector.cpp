// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/vector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "conformance/suite/sha256.hpp"
#include "conformance/suite/vector_file.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/bounded_json.hpp"
#include "reports/hazards.hpp"
#include "reports/json_at.hpp"

namespace hallmark::conformance {
namespace {

namespace fs = std::filesystem;
using reports::JsonAt;

bool slug(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

// read_id requires `<format>/<theme>/<slug>`: ids become file names and are used in expectations.
std::string read_id(const JsonAt& at, const std::string& format) {
  std::string id = at.text();
  const std::size_t theme = id.find('/');
  const std::size_t last = id.rfind('/');
  if (theme == last || id.substr(0, theme) != format ||
      !slug(std::string_view(id).substr(theme + 1, last - theme - 1)) || !slug(std::string_view(id).substr(last + 1))) {
    at.fail(fmt::format("\"{}\" is not an id of the form {}/<theme>/<slug> (a-z, 0-9 and -)", reports::escaped(id),
                        format));
  }
  return id;
}

std::string read_clause(const JsonAt& at) {
  std::string clause = at.text();
  const std::size_t hash = clause.find('#');
  if (hash == 0 || hash == std::string::npos || hash + 1 == clause.size() || clause.rfind('#') != hash) {
    at.fail(fmt::format("\"{}\" is not a clause of the form <document>#<section>", reports::escaped(clause)));
  }
  return clause;
}

std::vector<std::byte> read_hex(const JsonAt& at) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::string text = at.filled_text();
  if (text.size() % 2 != 0) at.fail("an odd number of hexadecimal digits");
  std::vector<std::byte> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t high = digits.find(text[2 * i]);
    const std::size_t low = digits.find(text[2 * i + 1]);
    if (high == digits.npos || low == digits.npos) {
      at.fail(fmt::format("expected lower-case hexadecimal at digit {}", 2 * i));
    }
    bytes[i] = static_cast<std::byte>(high << 4 | low);
  }
  return bytes;
}

// A part of each copy: [HEX, text], or [SPELLING, text] for the number of the copy, "counter" for the spelling of all.
CopiedRun read_part(const JsonAt& at, std::string_view counter, std::uint64_t copies) {
  if (at.json().is_object()) at.fail("a repeat cannot be inside another");
  const std::vector<JsonAt> pair = at.list(std::identity());
  if (pair.size() != 2) at.fail("this must be [HEX, text] or [SPELLING, text]");
  CopiedRun part;
  part.text = pair[1].filled_text();
  const std::string& what = pair[0].filled_text();
  if (what.find_first_not_of("0123456789abcdefABCDEF") == what.npos) {
    part.bytes = read_hex(pair[0]);
  } else {
    part.counter = Numeral::named(pair[0], what == "counter" ? counter : what, copies);
  }
  return part;
}

Segment read_copies(const JsonAt& at) {
  at.only({"repeat", "of", "counter"});
  Segment segment;
  segment.repeat = at["repeat"].count();
  if (segment.repeat == 0 || segment.repeat > max_copies) {
    at["repeat"].fail(fmt::format("this must be from 1 to {}", max_copies));
  }
  const JsonAt spelling = at["counter"];
  const std::string& counter = spelling.filled_text();
  (void)Numeral::named(spelling, counter, segment.repeat);
  segment.parts = at["of"].list([&](const JsonAt& part) { return read_part(part, counter, segment.repeat); });
  const auto counts = [](const CopiedRun& part) { return part.counter.has_value(); };
  if (std::ranges::none_of(segment.parts, counts)) at["of"].fail("no counter is in it: [HEX, text, COUNT] is enough");
  return segment;
}

Segment read_segment(const JsonAt& at) {
  if (at.json().is_object()) return read_copies(at);
  const std::vector<JsonAt> parts = at.list(std::identity());
  if (parts.size() < 2 || parts.size() > 3) at.fail("this must be [HEX, text] or [HEX, text, COUNT]");
  Segment segment;
  segment.bytes = read_hex(parts[0]);
  segment.text = parts[1].filled_text();
  if (parts.size() == 3) segment.repeat = parts[2].count();
  if (segment.repeat == 0) parts[2].fail("COUNT must be at least 1");
  return segment;
}

std::vector<Segment> read_segments(const JsonAt& at) {
  std::vector<Segment> segments = at.list(read_segment);
  std::uint64_t total = 0;
  for (const Segment& segment : segments) {
    const std::uint64_t once = segment.parts.empty() ? segment.bytes.size() : bytes_before(segment.parts, 1);
    // The first copy is the shortest: the quotient keeps the size of all from wrapping.
    if (segment.repeat > (max_vector_bytes - total) / once || segment.size() > max_vector_bytes - total) {
      at.fail(fmt::format("the vector has more than {} bytes", max_vector_bytes));
    }
    total += segment.size();
  }
  return segments;
}

ExpectedError read_error(const JsonAt& at) {
  at.only({"rule", "category", "offset", "path"});
  return {at["rule"].filled_text(), at["category"].filled_text(), at["offset"].count(), at["path"].text()};
}

ExpectedRemark read_remark(const JsonAt& at) {
  at.only({"rule", "offset", "path"});
  return {at["rule"].filled_text(), at["offset"].count(), at["path"].text()};
}

// A value to be refused has no bytes, hence no offset and no path.
ExpectedError read_refusal(const JsonAt& at) {
  at.only({"rule", "category"});
  return {at["rule"].filled_text(), at["category"].filled_text(), 0, {}};
}

CorpusVersion read_version(const JsonAt& at) {
  const std::optional<CorpusVersion> version = version_named(at.text());
  if (!version) at.fail(fmt::format("\"{}\" is not a version of the form 1.2.3", reports::escaped(at.text())));
  return *version;
}

void read_options(const JsonAt& at, Vector& vector) {
  at.only({"header_length", "profile", "form"});
  vector.raw_options = at.json();
  if (at.has("header_length")) vector.options.header_length = at["header_length"].count();
  if (at.has("profile")) vector.options.profile = at["profile"].one_of<Profile>();
  if (at.has("form")) vector.form = at["form"].one_of<Form>();
}

std::vector<std::string> read_names(const JsonAt& at) {
  std::vector<std::string> names = at.list(&JsonAt::filled_text);
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) at.fail("duplicate name");
  return names;
}

Json read_value(const JsonAt& at) {
  (void)check_repeats(at);
  return at.object();
}

// An input: its bytes, and its value or its error.
void read_input(const JsonAt& at, Vector& vector) {
  vector.segments = read_segments(at["bytes"]);
  if (at.has("canonical")) vector.canonical = at["canonical"].truth();
  if (at.has("warnings")) vector.warnings = at["warnings"].list(read_remark);
  if (vector.verdict == Verdict::valid) {
    vector.value = read_value(at["value"]);
    if (at.has("error")) at["error"].fail("a valid vector has no error");
  } else {
    vector.error = read_error(at["error"]);
    if (at.has("value")) at["value"].fail("only a valid vector has a value");
    if (vector.canonical) at["canonical"].fail("only a valid vector can be canonical");
  }
}

// A value that an encoder must refuse: "op": "encode".
void read_value_to_refuse(const JsonAt& at, Vector& vector) {
  if (at["op"].text() != "encode") at["op"].fail("this must be \"encode\"");
  for (const char* name : {"bytes", "canonical", "warnings"}) {
    if (at.has(name)) at[name].fail("a value to be refused by an encoder has none");
  }
  if (vector.verdict == Verdict::valid) at["verdict"].fail("a value to be refused by an encoder is not valid");
  vector.operation = Operation::encode;
  vector.value = read_value(at["value"]);
  vector.error = read_refusal(at["error"]);
}

Vector read_vector(const JsonAt& at, const std::string& format) {
  at.only({"id", "description", "clause", "level", "since", "flags", "features", "op", "bytes", "verdict", "value",
           "canonical", "error", "warnings", "derived_from", "options"});
  Vector vector;
  vector.format = format;
  vector.id = read_id(at["id"], format);
  vector.description = at["description"].filled_text();
  vector.clause = read_clause(at["clause"]);
  vector.level = at["level"].one_of<Level>();
  if (at.has("since")) vector.since = read_version(at["since"]);
  vector.verdict = at["verdict"].one_of<Verdict>();
  if (at.has("flags")) vector.flags = read_names(at["flags"]);
  if (at.has("features")) vector.features = read_names(at["features"]);
  vector.derived_from = at.optional("derived_from").or_null(&JsonAt::filled_text);
  if (at.has("options")) read_options(at["options"], vector);
  if (at.has("op")) {
    read_value_to_refuse(at, vector);
  } else {
    read_input(at, vector);
  }
  return vector;
}

Note read_note(const JsonAt& at) {
  at.only({"kind", "description", "hazard", "links"});
  Note note{at["kind"].filled_text(), at["description"].filled_text(), {}, {}};
  if (at.has("hazard")) note.hazard = at["hazard"].one_of(reports::hazard_names());
  if (at.has("links")) note.links = read_names(at["links"]);
  return note;
}

// parsed returns what `read` makes of the JSON of a file.
template <class Read>
auto parsed(const fs::path& path, const std::string& text, Read read) try {
  Json json = reports::parse_json(text);
  return read(json);
} catch (const reports::BadJson& bad) {
  throw BadCorpus(fmt::format("{}:{}:{}: {}", path.string(), bad.line, bad.column, bad.what()));
} catch (const reports::BadValue& bad) {
  throw BadCorpus(fmt::format("{}: {}", path.string(), bad.what()));
}

VectorFile read_vectors(Json& json) {
  const JsonAt at(json);
  at.only({"format", "spec", "notes", "vectors"});
  VectorFile result;
  result.format = at["format"].text();
  if (codec_named(result.format) == nullptr) {
    at["format"].fail(fmt::format("unknown format \"{}\"", reports::escaped(result.format)));
  }
  const JsonAt spec = at["spec"];
  spec.only({"document", "revision"});
  result.spec_document = spec["document"].filled_text();
  result.spec_revision = spec["revision"].filled_text();
  at["notes"].members(
      [&](const std::string& flag, const JsonAt& note) { result.notes.emplace_back(flag, read_note(note)); });
  result.vectors = at["vectors"].list([&](const JsonAt& vector) { return read_vector(vector, result.format); });
  // Moved once nothing else is read from it: a copy of all vectors takes half as long as parsing them.
  for (std::size_t i = 0; i < result.vectors.size(); ++i) result.vectors[i].raw = std::move(json["vectors"][i]);
  return result;
}

std::map<std::string, CorpusVersion> read_withdrawn(const Json& json) {
  std::map<std::string, CorpusVersion> withdrawn;
  JsonAt(json).members([&](const std::string& name, const JsonAt& ids) {
    const std::optional<CorpusVersion> version = version_named(name);
    if (!version) ids.fail("this is not a version of the form 1.2.3");
    for (const std::string& id : read_names(ids)) withdrawn.emplace(id, *version);
  });
  return withdrawn;
}

}  // namespace

VectorFile parse_vector_file(const fs::path& path, std::string name, const std::string& text) {
  VectorFile result = parsed(path, text, read_vectors);
  result.path = path;
  result.name = std::move(name);
  result.digest = sha256_hex(as_bytes(text));
  return result;
}

CorpusVersion parse_corpus_version(const fs::path& path, const std::string& text) {
  return parsed(path, text, [](const Json& json) {
    const JsonAt at(json);
    at.only({"version"});
    return read_version(at["version"]);
  });
}

std::map<std::string, CorpusVersion> parse_withdrawn(const fs::path& path, const std::string& text) {
  return parsed(path, text, read_withdrawn);
}

std::optional<CorpusVersion> version_named(std::string_view text) noexcept {
  CorpusVersion version;
  std::uint64_t* const parts[] = {&version.major, &version.minor, &version.patch};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::uint64_t* const part : parts) {
    if (part != parts[0] && (at == end || *at++ != '.')) return std::nullopt;
    const auto [rest, error] = std::from_chars(at, end, *part);
    if (error != std::errc() || (*at == '0' && rest - at > 1)) return std::nullopt;
    at = rest;
  }
  if (at != end) return std::nullopt;
  return version;
}

std::optional<Versions> versions_named(std::string_view text) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  const auto points = std::ranges::count(text, '.');
  std::string whole(text);
  for (auto given = points; given < 2; ++given) whole += ".0";
  const std::optional<CorpusVersion> first = version_named(whole);
  if (!first) return std::nullopt;
  Versions versions{*first, *first};
  if (points < 1) versions.last.minor = any;
  if (points < 2) versions.last.patch = any;
  return versions;
}

std::string to_string(const CorpusVersion& version) {
  return fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
}

std::string_view to_string(Operation operation) noexcept {
  return operation == Operation::decode ? "decode" : "encode";
}

std::uint64_t Vector::byte_count() const {
  std::uint64_t count = 0;
  for (const Segment& segment : segments) count += segment.size();
  return count;
}

bool Vector::has_copies() const {
  return std::ranges::any_of(segments, [](const Segment& segment) { return !segment.parts.empty(); }) ||
         (value && has_repeats(*value));
}

std::vector<std::byte> Vector::bytes() const {
  std::vector<std::byte> all;
  all.reserve(byte_count());
  pieces([&](Bytes piece) { all.insert(all.end(), piece.begin(), piece.end()); });
  return all;
}

void Vector::pieces(const std::function<void(Bytes)>& take) const {
  constexpr std::size_t large = std::size_t{1} << 16;
  for (const Segment& segment : segments) {
    std::vector<std::byte> piece;  // of whole copies
    std::uint64_t in_piece = 0;
    for (std::uint64_t copy = 0; copy < segment.repeat; ++copy) {
      piece.insert(piece.end(), segment.bytes.begin(), segment.bytes.end());
      for (const CopiedRun& part : segment.parts) part.append(copy, piece);
      ++in_piece;
      if (piece.size() < large) continue;
      take(piece);
      // Copies without a number are all the same.
      for (; segment.parts.empty() && segment.repeat - 1 - copy >= in_piece; copy += in_piece) take(piece);
      piece.clear();
      in_piece = 0;
    }
    take(piece);
  }
}

namespace {

// shown_copies returns the numbers of the copies that are shown: the first, the last, and those at `marks`.
std::set<std::uint64_t> shown_copies(const Segment& segment, std::uint64_t start,
                                     const std::vector<std::uint64_t>& marks) {
  std::set<std::uint64_t> shown{0, segment.repeat - 1};
  for (const std::uint64_t mark : marks) {
    if (mark < start || mark - start >= segment.size()) continue;
    // The last copy that begins at the mark or before it.
    std::uint64_t copy = 0;
    std::uint64_t end = segment.repeat;
    while (end - copy > 1) {
      const std::uint64_t middle = copy + (end - copy) / 2;
      (bytes_before(segment.parts, middle) <= mark - start ? copy : end) = middle;
    }
    shown.insert(copy);
  }
  return shown;
}

}  // namespace

std::vector<ShownRun> Vector::shown_runs() const {
  std::vector<std::uint64_t> marks;
  if (error) marks.push_back(error->offset);
  for (const ExpectedRemark& warning : warnings) marks.push_back(warning.offset);
  std::vector<ShownRun> runs;
  std::uint64_t start = 0;
  for (const Segment& segment : segments) {
    std::uint64_t next = 0;  // copy
    for (const std::uint64_t copy :
         segment.parts.empty() ? std::set<std::uint64_t>{} : shown_copies(segment, start, marks)) {
      if (copy != next) {
        runs.push_back({{},
                        fmt::format("{} copies more", copy - next),
                        1,
                        bytes_before(segment.parts, copy) - bytes_before(segment.parts, next)});
      }
      for (const CopiedRun& part : segment.parts) {
        const bool first = &part == &segment.parts.front();
        const std::string number = fmt::format(" (copy {} of 0 to {})", copy, segment.repeat - 1);
        runs.push_back({part.of_copy(copy), part.text + (first ? number : "")});
      }
      next = copy + 1;
    }
    if (segment.parts.empty()) runs.push_back({segment.bytes, segment.text, segment.repeat});
    start += segment.size();
  }
  return runs;
}

}  // namespace hallmark::conformance
