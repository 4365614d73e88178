#include "conformance/suite/vector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "conformance/suite/sha256.hpp"
#include "conformance/suite/vector_file.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/bounded_json.hpp"
#include "reports/hazards.hpp"

namespace hallmark::conformance {
namespace {

namespace fs = std::filesystem;

// At is a JSON value with its file and JSON pointer, for error messages.
class At {
 public:
  At(const std::string& file, const Json& json) : file_(&file), json_(&json) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw BadCorpus(
        fmt::format("{}: {}: {}", *file_, pointer_.empty() ? "the whole file" : pointer_.to_string(), what));
  }

  const Json& json() const noexcept { return *json_; }

  // only requires an object without other members than these.
  void only(std::initializer_list<std::string_view> members) const {
    if (!json_->is_object()) fail("this must be an object");
    for (const auto& [name, value] : json_->items()) {
      if (std::find(members.begin(), members.end(), name) == members.end()) {
        fail(fmt::format("unknown member \"{}\"", reports::escaped(name)));
      }
    }
  }

  bool has(const char* name) const { return json_->contains(name); }
  At member(const char* name) const {
    const auto found = json_->find(name);
    if (found == json_->end()) fail(fmt::format("member \"{}\" is missing", name));
    return below(*found, name);
  }
  At below(const Json& json, std::string_view name) const {
    At part(*file_, json);
    part.pointer_ = pointer_ / reports::escaped(name);
    return part;
  }

  std::string text() const {
    if (!json_->is_string()) fail("this must be a string");
    return json_->get<std::string>();
  }
  std::string filled_text() const {
    std::string value = text();
    if (value.empty()) fail("this must not be empty");
    return value;
  }
  bool truth() const {
    if (!json_->is_boolean()) fail("this must be true or false");
    return json_->get<bool>();
  }
  std::uint64_t count() const {
    try {
      return reports::number_from(*json_);
    } catch (const std::runtime_error& error) {
      fail(fmt::format("this must be an integer from 0 to 2^64-1 ({})", error.what()));
    }
  }
  template <class Read>
  auto list(Read read) const {
    if (!json_->is_array()) fail("this must be an array");
    std::vector<decltype(read(*this))> values;
    values.reserve(json_->size());
    for (std::size_t i = 0; i < json_->size(); ++i) values.push_back(read(below((*json_)[i], std::to_string(i))));
    return values;
  }

 private:
  const std::string* file_;
  const Json* json_;
  Json::json_pointer pointer_;
};

std::string_view to_string(const reports::Hazard& hazard) { return hazard.name; }

// one_of reads a string that names one of `values`.
template <class T, std::size_t n>
T one_of(const At& at, const std::array<T, n>& values) {
  const std::string text = at.text();
  std::string names;
  for (const T& value : values) {
    const std::string_view name = to_string(value);
    if (name == text) return value;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  at.fail(fmt::format("\"{}\" must be one of {}", reports::escaped(text), names));
}

bool slug(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

// read_id requires `<format>/<theme>/<slug>`: ids become file names and are used in expectations.
std::string read_id(const At& at, const std::string& format) {
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

std::string read_clause(const At& at) {
  std::string clause = at.text();
  const std::size_t hash = clause.find('#');
  if (hash == 0 || hash == std::string::npos || hash + 1 == clause.size() || clause.rfind('#') != hash) {
    at.fail(fmt::format("\"{}\" is not a clause of the form <document>#<section>", reports::escaped(clause)));
  }
  return clause;
}

std::vector<std::byte> read_hex(const At& at) {
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

Segment read_segment(const At& at) {
  const Json& json = at.json();
  if (!json.is_array() || json.size() < 2 || json.size() > 3) at.fail("this must be [HEX, text] or [HEX, text, COUNT]");
  Segment segment;
  segment.bytes = read_hex(at.below(json[0], "0"));
  segment.text = at.below(json[1], "1").filled_text();
  if (json.size() == 3) {
    const At count = at.below(json[2], "2");
    segment.repeat = count.count();
    if (segment.repeat == 0) count.fail("COUNT must be at least 1");
  }
  return segment;
}

std::vector<Segment> read_segments(const At& at) {
  std::vector<Segment> segments = at.list(read_segment);
  std::uint64_t total = 0;
  for (const Segment& segment : segments) {
    if (segment.repeat > (max_vector_bytes - total) / segment.bytes.size()) {
      at.fail(fmt::format("the vector has more than {} bytes", max_vector_bytes));
    }
    total += segment.repeat * segment.bytes.size();
  }
  return segments;
}

ExpectedError read_error(const At& at) {
  at.only({"rule", "category", "offset", "path"});
  return {at.member("rule").filled_text(), at.member("category").filled_text(), at.member("offset").count(),
          at.member("path").text()};
}

ExpectedRemark read_remark(const At& at) {
  at.only({"rule", "offset", "path"});
  return {at.member("rule").filled_text(), at.member("offset").count(), at.member("path").text()};
}

// A value to be refused has no bytes, hence no offset and no path.
ExpectedError read_refusal(const At& at) {
  at.only({"rule", "category"});
  return {at.member("rule").filled_text(), at.member("category").filled_text(), 0, {}};
}

CorpusVersion read_version(const At& at) {
  const std::optional<CorpusVersion> version = version_named(at.text());
  if (!version) at.fail(fmt::format("\"{}\" is not a version of the form 1.2.3", reports::escaped(at.text())));
  return *version;
}

void read_options(const At& at, Vector& vector) {
  at.only({"header_length", "profile", "form"});
  vector.raw_options = at.json();
  if (at.has("header_length")) vector.options.header_length = at.member("header_length").count();
  if (at.has("profile")) {
    vector.options.profile = one_of(at.member("profile"), std::array{Profile::strict, Profile::compat});
  }
  if (at.has("form")) {
    vector.options.form = one_of(at.member("form"), std::array{Form::binary, Form::text});
  }
}

std::vector<std::string> read_names(const At& at) {
  std::vector<std::string> names = at.list([](const At& name) { return name.filled_text(); });
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) at.fail("duplicate name");
  return names;
}

Json read_value(const At& at) {
  if (!at.json().is_object()) at.fail("this must be an object");
  return at.json();
}

// An input: its bytes, and its value or its error.
void read_input(const At& at, Vector& vector) {
  vector.segments = read_segments(at.member("bytes"));
  if (at.has("canonical")) vector.canonical = at.member("canonical").truth();
  if (at.has("warnings")) vector.warnings = at.member("warnings").list(read_remark);
  if (vector.verdict == Verdict::valid) {
    vector.value = read_value(at.member("value"));
    if (at.has("error")) at.member("error").fail("a valid vector has no error");
  } else {
    vector.error = read_error(at.member("error"));
    if (at.has("value")) at.member("value").fail("only a valid vector has a value");
    if (vector.canonical) at.member("canonical").fail("only a valid vector can be canonical");
  }
}

// A value that an encoder must refuse: "op": "encode".
void read_value_to_refuse(const At& at, Vector& vector) {
  if (at.member("op").text() != "encode") at.member("op").fail("this must be \"encode\"");
  for (const char* name : {"bytes", "canonical", "warnings"}) {
    if (at.has(name)) at.member(name).fail("a value to be refused by an encoder has none");
  }
  if (vector.verdict == Verdict::valid) at.member("verdict").fail("a value to be refused by an encoder is not valid");
  vector.operation = Operation::encode;
  vector.value = read_value(at.member("value"));
  vector.error = read_refusal(at.member("error"));
}

Vector read_vector(const At& at, const std::string& format) {
  at.only({"id", "description", "clause", "level", "since", "flags", "features", "op", "bytes", "verdict", "value",
           "canonical", "error", "warnings", "derived_from", "options"});
  Vector vector;
  vector.format = format;
  vector.id = read_id(at.member("id"), format);
  vector.description = at.member("description").filled_text();
  vector.clause = read_clause(at.member("clause"));
  vector.level = one_of(at.member("level"), std::array{Level::must, Level::should, Level::decision, Level::limit});
  if (at.has("since")) vector.since = read_version(at.member("since"));
  vector.verdict = one_of(at.member("verdict"),
                          std::array{Verdict::valid, Verdict::invalid, Verdict::limited, Verdict::unsupported});
  if (at.has("flags")) vector.flags = read_names(at.member("flags"));
  if (at.has("features")) vector.features = read_names(at.member("features"));
  if (at.has("derived_from") && !at.member("derived_from").json().is_null()) {
    vector.derived_from = at.member("derived_from").filled_text();
  }
  if (at.has("options")) read_options(at.member("options"), vector);
  if (at.has("op")) {
    read_value_to_refuse(at, vector);
  } else {
    read_input(at, vector);
  }
  return vector;
}

Note read_note(const At& at) {
  at.only({"kind", "description", "hazard", "links"});
  Note note{at.member("kind").filled_text(), at.member("description").filled_text(), {}, {}};
  if (at.has("hazard")) note.hazard = one_of(at.member("hazard"), reports::hazards).name;
  if (at.has("links")) note.links = read_names(at.member("links"));
  return note;
}

Json parse(const std::string& file, const std::string& text) {
  try {
    return reports::parse_json(text);
  } catch (const reports::BadJson& bad) {
    throw BadCorpus(fmt::format("{}:{}:{}: {}", file, bad.line, bad.column, bad.what()));
  }
}

}  // namespace

VectorFile parse_vector_file(const fs::path& path, std::string name, const std::string& text) {
  const std::string file = path.string();
  Json json = parse(file, text);
  const At at(file, json);
  at.only({"format", "spec", "notes", "vectors"});

  VectorFile result;
  result.path = path;
  result.name = std::move(name);
  result.digest = sha256_hex(as_bytes(text));
  result.format = at.member("format").text();
  if (codec_named(result.format) == nullptr) {
    at.member("format").fail(fmt::format("unknown format \"{}\"", reports::escaped(result.format)));
  }
  const At spec = at.member("spec");
  spec.only({"document", "revision"});
  result.spec_document = spec.member("document").filled_text();
  result.spec_revision = spec.member("revision").filled_text();
  const At notes = at.member("notes");
  if (!notes.json().is_object()) notes.fail("this must be an object");
  for (const auto& [flag, note] : notes.json().items()) {
    result.notes.emplace_back(flag, read_note(notes.below(note, flag)));
  }
  result.vectors = at.member("vectors").list([&](const At& vector) { return read_vector(vector, result.format); });
  // Moved once nothing else is read from it: a copy of all vectors takes half as long as parsing them.
  for (std::size_t i = 0; i < result.vectors.size(); ++i) result.vectors[i].raw = std::move(json["vectors"][i]);
  return result;
}

CorpusVersion parse_corpus_version(const fs::path& path, const std::string& text) {
  const std::string file = path.string();
  const Json json = parse(file, text);
  const At at(file, json);
  at.only({"version"});
  return read_version(at.member("version"));
}

std::map<std::string, CorpusVersion> parse_withdrawn(const fs::path& path, const std::string& text) {
  const std::string file = path.string();
  const Json json = parse(file, text);
  const At at(file, json);
  if (!json.is_object()) at.fail("this must be an object");
  std::map<std::string, CorpusVersion> withdrawn;
  for (const auto& [name, ids] : json.items()) {
    const std::optional<CorpusVersion> version = version_named(name);
    if (!version) at.below(ids, name).fail("this is not a version of the form 1.2.3");
    for (const std::string& id : read_names(at.below(ids, name))) withdrawn.emplace(id, *version);
  }
  return withdrawn;
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

std::uint64_t Vector::byte_count() const noexcept {
  std::uint64_t count = 0;
  for (const Segment& segment : segments) count += segment.repeat * segment.bytes.size();
  return count;
}

std::vector<std::byte> Vector::bytes() const {
  std::vector<std::byte> all;
  all.reserve(byte_count());
  for (const Segment& segment : segments) {
    if (segment.bytes.size() == 1) {  // insert fills at once
      all.insert(all.end(), segment.repeat, segment.bytes.front());
      continue;
    }
    for (std::uint64_t i = 0; i < segment.repeat; ++i)
      all.insert(all.end(), segment.bytes.begin(), segment.bytes.end());
  }
  return all;
}

}  // namespace hallmark::conformance
