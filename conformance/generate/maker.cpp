// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "conformance/examine/all_rules.hpp"
#include "conformance/generate/breakage.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/suite/agreement.hpp"
#include "conformance/suite/sha256.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::string_view theme = "/generated/";
constexpr std::string_view sized = "size-";

// A number as ids have it: decimal, without a sign or a leading zero.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || (text.size() > 1 && text[0] == '0')) return {};
  return value;
}

// cut_number takes the last number and the - before it off a text.
std::optional<std::uint64_t> cut_number(std::string_view& text) {
  const std::size_t dash = text.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto number = number_of(text.substr(dash + 1));
  text = text.substr(0, dash);
  return number;
}

constexpr std::size_t small_source = 65'536;  // bytes of a golden vector that is put into other inputs
constexpr int attempts = 12;                  // golden vectors and valid inputs that are tried
constexpr int tries = 16;                     // inputs made of one of each
constexpr int changes = 40;                   // bytes that are changed then, where they do not matter
constexpr int most_changes = 400;             // of a golden vector that has come into no other surroundings

// How an input differs from its golden vector.
constexpr std::string_view other_input = "in another input";
constexpr std::string_view other_part = "with a part of another input";
constexpr std::string_view other_bytes = "with other bytes";

struct FloatType {
  std::string_view name;
  std::size_t size;
  std::uint64_t exponent;  // its bits; those of the fraction are below
};
constexpr FloatType float_types[] = {{"f16", 2, 0x7C00},
                                     {"bf16", 2, 0x7F80},
                                     {"f32", 4, 0x7F80'0000},
                                     {"float32", 4, 0x7F80'0000},
                                     {"f64", 8, 0x7FF0'0000'0000'0000}};

bool holds_nan(const FloatType& type, const std::vector<std::byte>& data) {
  for (std::size_t at = 0; at + type.size <= data.size(); at += type.size) {
    std::uint64_t bits = 0;
    for (std::size_t i = type.size; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(data[at + i]);
    const std::uint64_t fraction = (type.exponent & (~type.exponent + 1)) - 1;
    if ((bits & type.exponent) == type.exponent && (bits & fraction) != 0) return true;
  }
  return false;
}

// holds_nan: data of some float of a value of the common model are NaN.
bool holds_nan(const Json& value) {
  if (value.is_object() && value.contains("data") && value["data"].is_object() && value["data"].contains("base64")) {
    const std::string name = value.value(value.contains("dtype") ? "dtype" : "type", "");
    const auto* type = std::ranges::find(float_types, name, &FloatType::name);
    return type != std::end(float_types) && holds_nan(*type, from_base64(value["data"]["base64"].get<std::string>()));
  }
  return value.is_structured() && std::ranges::any_of(value, [](const Json& part) { return holds_nan(part); });
}

// has_note: a rule is a note that a vector has beside its error: arrays that are too deep are noted to be nested.
bool has_note(const Vector& vector, const Rule& rule) {
  return vector.error && rule.severity == Severity::note &&
         std::ranges::find(vector.warnings, rule.id, [](const auto& one) { return std::string_view(one.rule); }) !=
             vector.warnings.end();
}

// The rule that a golden vector breaks: its error, with no more than notes beside it, or the one remark that it is
// there for.
std::string_view broken_by(const Vector& vector) {
  if (vector.operation == Operation::encode || vector.options.profile != Profile::strict) return {};
  const auto notes = std::ranges::count_if(codec_named(vector.format)->rules,
                                           [&](const Rule* rule) { return has_note(vector, *rule); });
  const bool alone = static_cast<std::size_t>(notes) == vector.warnings.size();
  if (vector.error) return alone ? std::string_view(vector.error->rule) : std::string_view();
  return vector.warnings.size() == 1 ? std::string_view(vector.warnings.front().rule) : std::string_view();
}

// Alone hears whether a rule is broken, once and no other.
class Alone final : public DiagnosticSink {
 public:
  Alone(const Rule& rule, const Vector& golden) : rule_(rule), golden_(golden) {}

  bool report(const Violation& violation, Severity, const Place&) noexcept override {
    if (has_note(golden_, *violation.rule)) return true;
    return holds = ++findings_ == 1 && violation.rule == &rule_;
  }
  bool holds = false;

 private:
  const Rule& rule_;
  const Vector& golden_;
  std::uint64_t findings_ = 0;
};

bool breaks_alone(const Codec& codec, const Input& input, const Vector& golden, const Rule& rule) {
  Options options = golden.options;
  options.header_length = input.header_length;
  ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input.bytes, options));
  Alone alone(rule, golden);
  (void)codec.validate(input.bytes, scratch, options, alone);
  return alone.holds;
}

class Buffer final : public ByteSink {
 public:
  void write(Bytes piece) override { bytes.insert(bytes.end(), piece.begin(), piece.end()); }
  std::vector<std::byte> bytes;
};

Input plain(const Generator& generator, std::uint64_t seed, std::uint64_t size) {
  Buffer buffer;
  Sized made = generator.sized(seed, size, buffer);
  return {std::move(buffer.bytes), made.header_length, std::move(made.features)};
}

struct Broken {
  Input input;
  const Vector* golden = nullptr;
  std::string_view how = other_bytes;
};

// put_elsewhere puts the fault of a golden vector into a valid input, or a part of that into the golden vector.
Broken put_elsewhere(const Recipe& recipe, std::uint64_t attempt, const Rule& rule, const Vector& golden) {
  const Generator& generator = *generator_named(recipe.format);
  const Codec& codec = *codec_named(recipe.format);
  const std::vector<std::uint8_t> tape = tape_of(seed_of(recipe, attempt), 512);
  Choices choices({tape.data(), 256});
  Choices model({tape.data() + 256, 256});
  const Input before = input_of(golden);
  Input valid = choices.chance(2) ? plain(generator, choices.word(), choices.below(512)) : generator.any(model);
  // Framed from outside are both or none; the same bytes may say by themselves where they end.
  if (before.header_length && !valid.header_length) return {before, &golden};
  if (!before.header_length && valid.header_length) {
    valid.header_length.reset();
    valid.features = before.features;
  }
  Options options = golden.options;
  options.header_length = valid.header_length;
  const std::vector<Piece> pieces = pieces_of(codec, valid.bytes, options);
  const Breakage breakage(codec, before, golden.options,
                          golden.error ? golden.error->offset : golden.warnings.at(0).offset);
  for (int i = 0; i < tries; ++i) {
    const bool into = i < tries * 3 / 4;
    Input input = into ? breakage.put_into(valid, pieces, choices) : breakage.with_part_of(valid, pieces, choices);
    if (input.bytes == before.bytes || !breaks_alone(codec, input, golden, rule)) continue;
    return {std::move(input), &golden, into ? other_input : other_part};
  }
  return {before, &golden};
}

// broken_input gives an input that breaks a rule alone, or nothing where no golden vector does. Bytes that do not
// matter are changed then; of very few golden vectors there are none.
std::optional<Broken> broken_input(const Recipe& recipe, const Rule& rule, const std::vector<const Vector*>& sources) {
  const Codec& codec = *codec_named(recipe.format);
  const auto breaks = [&](const Input& input, const Vector& golden) {
    return breaks_alone(codec, input, golden, rule);
  };
  Noise noise(seed_of(recipe));
  const auto any_source = [&]() -> const Vector& { return *sources[noise.below(sources.size())]; };
  Broken broken;
  const bool large = any_source().byte_count() > small_source;  // then all are, and only take time
  for (std::uint64_t attempt = 0; attempt < attempts && !large && broken.how == other_bytes; ++attempt) {
    broken = put_elsewhere(recipe, attempt, rule, any_source());
  }
  if (broken.how == other_bytes) {
    auto from = sources;
    std::ranges::rotate(from, from.begin() + static_cast<std::ptrdiff_t>(noise.below(from.size())));
    const auto alone = std::ranges::find_if(from, [&](const Vector* one) { return breaks(input_of(*one), *one); });
    if (alone == from.end()) return std::nullopt;
    broken = {input_of(**alone), *alone};
  }
  const Input before = input_of(*broken.golden);
  const std::vector<std::uint8_t> tape = tape_of(noise.word(), 1024);
  Choices choices(tape);
  const int least = large ? 1 : changes;
  for (int i = 0; i < least || (i < most_changes && broken.input.bytes == before.bytes); ++i) {
    Input next = changed(broken.input, choices);
    if (breaks(next, *broken.golden)) broken.input = std::move(next);
  }
  return broken;
}

bool is_canonical(const Vector& vector, const Model& model, Bytes bytes) {
  if (model.encode == nullptr || !vector.value) return false;
  try {
    const EncodeReply reply = model.encode(vector.whole_value(), vector.form);
    return reply.refusal.rule == nullptr && std::ranges::equal(reply.bytes, bytes) &&
           reply.header_length == vector.options.header_length;
  } catch (const BadValue&) {
    return false;
  }
}

}  // namespace

std::uint64_t seed_of(const Recipe& recipe, std::uint64_t attempt) {
  return seed_of(recipe.format + "/" + recipe.what, recipe.seed, seed_of("", recipe.number, attempt));
}

std::string Recipe::id() const { return fmt::format("{}{}{}-{}-{}", format, theme, what, seed, number); }

std::optional<std::uint64_t> Recipe::size() const {
  if (!what.starts_with(sized)) return std::nullopt;
  return number_of(std::string_view(what).substr(sized.size()));
}

std::optional<Recipe> recipe_named(std::string_view id) {
  const std::size_t at = id.find(theme);
  if (at == std::string_view::npos) return std::nullopt;
  Recipe recipe;
  recipe.format = id.substr(0, at);
  std::string_view rest = id.substr(at + theme.size());
  const auto number = cut_number(rest);
  const auto seed = cut_number(rest);
  if (!number || !seed || rest.empty()) return std::nullopt;
  recipe.number = *number;
  recipe.seed = *seed;
  recipe.what = rest;
  return recipe;
}

std::string breaking(std::string_view rule) {
  std::string what(rule);
  std::ranges::replace(what, '/', '-');
  return what;
}

Input input_of(const Vector& vector) { return {vector.bytes(), vector.options.header_length, vector.features}; }

void set_input(Vector& vector, Input input) {
  vector.segments.clear();
  if (!input.bytes.empty()) vector.segments.push_back({std::move(input.bytes), "generated", 1});
  vector.options.header_length = input.header_length;
  vector.raw_options.erase("header_length");
  if (input.header_length) vector.raw_options["header_length"] = reports::number(*input.header_length);
  vector.features = std::move(input.features);
}

void judge(Vector& vector, const Examination& examination) {
  const Codec& codec = *codec_named(vector.format);
  vector.verdict = examination.verdict;
  vector.value.reset();
  vector.error.reset();
  vector.warnings.clear();
  vector.canonical = false;
  const reports::Diagnostic* decisive_error = decisive(examination, codec);
  for (const reports::Diagnostic& one : examination.diagnostics) {
    if (one.severity != Severity::error) vector.warnings.push_back({std::string(one.rule), one.offset, one.path});
  }
  if (decisive_error != nullptr) {
    const Rule* rule = rule_named(input_rules(), decisive_error->rule);
    vector.error = ExpectedError{std::string(decisive_error->rule), std::string(to_string(decisive_error->category)),
                                 decisive_error->offset, decisive_error->path};
    if (rule == nullptr) return;
    vector.level = rule->level;
    vector.clause = reports::clause_text(*rule);
    return;
  }
  const Model& model = *model_named(vector.format);
  const std::vector<std::byte> bytes = vector.bytes();
  vector.value = model.decode(bytes, vector.options);
  vector.canonical = is_canonical(vector, model, bytes);
}

Maker::Maker(const Corpus& corpus) : corpus_(corpus) {
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      const Rule* rule = rule_named(input_rules(), broken_by(vector));
      if (rule != nullptr) sources_[{vector.format, rule->id}].push_back(&vector);
    }
  }
  for (const Generator* generator : all_generators()) {
    std::vector<const Rule*>& list = rules_[std::string(generator->format)];
    std::vector<const Rule*>& small = small_[std::string(generator->format)];
    for (const Rule* rule : input_rules()) {
      const auto found = sources_.find({std::string(generator->format), rule->id});
      if (found == sources_.end()) continue;
      list.push_back(rule);
      // Where small vectors break the rule, large ones only take time.
      const auto is_small = [](const Vector* vector) { return vector->byte_count() <= small_source; };
      if (!std::ranges::any_of(found->second, is_small)) continue;
      small.push_back(rule);
      std::erase_if(found->second, [&](const Vector* vector) { return !is_small(vector); });
    }
  }
}

const std::vector<const Rule*>& Maker::rules(std::string_view format) const {
  static const std::vector<const Rule*> none;
  const auto found = rules_.find(format);
  return found == rules_.end() ? none : found->second;
}

const Rule* Maker::rule_of(const Recipe& recipe) const {
  for (const Rule* rule : rules(recipe.format)) {
    if (breaking(rule->id) == recipe.what) return rule;
  }
  return nullptr;
}

Recipe Maker::mixed(std::string_view format, std::uint64_t seed, std::uint64_t number) const {
  Recipe recipe{std::string(format), "valid", seed, number};
  const auto small = small_.find(format);
  // Every other input is valid; the others break one rule after the other.
  if (number % 2 == 1 || small == small_.end() || small->second.empty()) return recipe;
  recipe.what = breaking(small->second[number / 2 % small->second.size()]->id);
  return recipe;
}

std::optional<Vector> Maker::made(const Recipe& recipe) const {
  if (generator_named(recipe.format) == nullptr || recipe.size().value_or(0) > max_vector_bytes) return std::nullopt;
  if (recipe.what == "valid" || recipe.size()) return valid(recipe);
  const Rule* rule = rule_of(recipe);
  if (rule == nullptr) return std::nullopt;
  return broken(recipe, *rule, sources_.at({recipe.format, rule->id}));
}

Vector Maker::valid(const Recipe& recipe) const {
  const Generator& generator = *generator_named(recipe.format);
  const std::uint64_t seed = seed_of(recipe);
  Vector vector;
  vector.id = recipe.id();
  vector.format = recipe.format;
  vector.clause = generator.clause;
  Noise noise(seed);
  // Plain inputs are what sentences of the format demand; the others use every liberty that it leaves.
  if (recipe.size() || recipe.number % 4 == 1) {
    set_input(vector, plain(generator, seed, recipe.size().value_or(16 + noise.below(2048))));
    vector.level = Level::must;
    vector.description = "generated: plain and valid";
  } else {
    const std::vector<std::uint8_t> tape = tape_of(seed, 32 + noise.below(1024));
    Choices choices(tape);
    set_input(vector, generator.any(choices));
    vector.level = Level::decision;
    vector.description = "generated: valid, in any way that the format leaves open";
  }
  judge(vector, examine_vector(vector));
  // A warning says that readers differ; some make a NaN quiet.
  vector.owed = generator.definite && vector.warnings.empty() && !holds_nan(*vector.value);
  return vector;
}

std::optional<Vector> Maker::broken(const Recipe& recipe, const Rule& rule, const Sources& sources) const {
  const auto found = broken_input(recipe, rule, sources);
  if (!found) return std::nullopt;
  const auto& [input, golden, how] = *found;
  Vector vector;
  vector.id = recipe.id();
  vector.format = golden->format;
  vector.options = golden->options;
  vector.raw_options = golden->raw_options;
  vector.flags = golden->flags;
  vector.level = golden->level;
  vector.clause = golden->clause;
  vector.derived_from = golden->id;
  vector.description = fmt::format("generated: what {} breaks, {}", *vector.derived_from, how);
  set_input(vector, input);
  judge(vector, examine_vector(vector));
  return vector;
}

VectorFile Maker::file_of(std::string_view format, std::vector<Vector> vectors) const {
  VectorFile file;
  file.format = format;
  std::set<std::string> flags;
  Sha256 digest;
  for (const Vector& vector : vectors) {
    flags.insert(vector.flags.begin(), vector.flags.end());
    digest.update(as_bytes(vector.id + "\n"));
  }
  file.digest = digest.hex();
  for (const VectorFile& golden : corpus_.files) {
    if (golden.format != format) continue;
    if (file.name.empty()) {
      file.name = golden.name.substr(0, golden.name.find('/')) + fmt::format("/generated/{}", format);
      file.spec_document = golden.spec_document;
      file.spec_revision = golden.spec_revision;
    }
    for (const auto& note : golden.notes) {
      if (flags.erase(note.first) != 0) file.notes.push_back(note);
    }
  }
  file.vectors = std::move(vectors);
  return file;
}

}  // namespace hallmark::conformance
