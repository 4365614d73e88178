// SPDX-License-Identifier: Apache-2.0
// hallmark generate: valid files, or files that break one rule.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "conformance/examine/all_rules.hpp"
#include "conformance/generate/edit.hpp"
#include "conformance/generate/maker.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/program/interrupts.hpp"
#include "conformance/program/made_files.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/progress.hpp"
#include "conformance/suite/agreement.hpp"
#include "conformance/suite/lint.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/plural.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;
using conformance::Recipe;
using reports::Json;

struct GenerateSettings {
  std::string format;
  std::uint64_t seed = 1;
  std::uint64_t count = 1;
  std::optional<std::uint64_t> size;
  std::string rule;
  std::vector<std::string> set;
  std::string folder;
};

struct Interrupted {};

// FileSink writes a file of any size, and stops when the program is interrupted: of a file that is not finished,
// nothing stays.
class FileSink final : public conformance::ByteSink {
 public:
  FileSink(const fs::path& path, Progress& bar, std::uint64_t files)
      : output_(path.string()), bar_(bar), files_(files) {}

  void write(Bytes piece) override {
    if (interrupted()) throw Interrupted{};
    output_.write(as_text(piece));
    size_ += piece.size();
    bar_.advance({files_});
  }
  std::uint64_t finish() {
    output_.finish();
    return size_;
  }

 private:
  Output output_;
  Progress& bar_;
  std::uint64_t files_;  // finished before this one
  std::uint64_t size_ = 0;
};

// The recipe of the rule that --invalid names. Without one that inputs of the format can break: wrong usage.
std::string broken_rule(const GenerateSettings& settings, const conformance::Maker& maker) {
  std::vector<std::string_view> ids;
  for (const Rule* rule : maker.rules(settings.format)) {
    if (rule->id == settings.rule) return conformance::breaking(rule->id);
    ids.push_back(rule->id);
  }
  const Rule* rule = conformance::rule_named(conformance::all_rules(), settings.rule);
  if (rule == nullptr) {
    throw UsageError(fmt::format("unknown rule {}{} (`hallmark rules --format {}` lists them)", settings.rule,
                                 did_you_mean(settings.rule, ids), settings.format));
  }
  if (rule->encoding) {
    throw UsageError(fmt::format("no file can break {}: only a value that is to be encoded can", rule->id));
  }
  throw UsageError(fmt::format("{} is not a rule of {}{}", rule->id, settings.format, did_you_mean(rule->id, ids)));
}

Json entry_of(const Recipe& recipe, const std::string& file, std::uint64_t size) {
  return {{"id", recipe.id()}, {"format", recipe.format}, {"file", file}, {"size", reports::number(size)}};
}

// Files of a size that is asked for are written piece by piece and not read again.
Json write_sized(const Recipe& recipe, const fs::path& path, Progress& bar) {
  FileSink sink(path, bar, recipe.number - 1);
  const conformance::Generator& generator = *conformance::generator_named(recipe.format);
  (void)generator.sized(conformance::seed_of(recipe), *recipe.size(), sink);
  Json entry = entry_of(recipe, path.filename().string(), sink.finish());
  entry["verdict"] = "valid";
  return entry;
}

// The vector of a recipe; with edits, that of the first one from there on, in steps of `step`, that has their fields.
conformance::Vector made(Recipe recipe, const conformance::Maker& maker, const std::vector<conformance::Edit>& edits,
                         std::uint64_t step) {
  constexpr int attempts = 1000;
  for (int attempt = 1;; ++attempt) try {
      auto vector = maker.made(recipe);
      if (!vector) throw std::runtime_error(fmt::format("{} cannot be made", recipe.id()));
      if (edits.empty()) return *std::move(vector);
      conformance::set_input(*vector, edited(*codec_named(recipe.format), conformance::input_of(*vector), edits));
      conformance::judge(*vector, conformance::examine_vector(*vector));
      vector->derived_from = recipe.id();
      return *std::move(vector);
    } catch (const conformance::NoSuchField&) {
      if (attempt == attempts) throw;
      recipe.number += step;
    }
}

Json write_small(const Recipe& recipe, const conformance::Maker& maker, const GenerateSettings& settings,
                 const std::vector<conformance::Edit>& edits, const fs::path& path, Progress& bar) {
  const conformance::Vector vector = made(recipe, maker, edits, settings.count);
  FileSink sink(path, bar, recipe.number - 1);
  sink.write(vector.bytes());
  Json entry = entry_of(recipe, path.filename().string(), sink.finish());
  entry["verdict"] = to_string(vector.verdict);
  entry["level"] = to_string(vector.level);
  if (vector.error) {
    entry["error"] = {
        {"rule", vector.error->rule}, {"offset", reports::number(vector.error->offset)}, {"path", vector.error->path}};
  }
  for (const conformance::ExpectedRemark& remark : vector.warnings) {
    entry["warnings"].push_back(
        {{"rule", remark.rule}, {"offset", reports::number(remark.offset)}, {"path", remark.path}});
  }
  if (vector.derived_from) entry["derived_from"] = *vector.derived_from;
  for (const conformance::Edit& edit : edits) entry["set"].push_back(edit.path + "=" + edit.value);
  if (!edits.empty()) entry["id"] = path.stem().string();
  // A valid body says by itself where its JSON ends.
  if (vector.error && !vector.raw_options.empty()) entry["options"] = vector.raw_options;
  return entry;
}

void write_files(const GenerateSettings& settings, Program& program) {
  if (settings.format.empty()) throw UsageError("--format: no format is named");
  require_format(settings.format);
  if (settings.size && !settings.rule.empty()) throw UsageError("--size makes valid files; it excludes --invalid");
  if (settings.size && !settings.set.empty()) throw UsageError("--set changes small files; it excludes --size");
  const std::vector<conformance::Edit> edits(settings.set.begin(), settings.set.end());
  const conformance::Corpus corpus =
      conformance::load_corpus(conformance::find_corpus(program.corpus), {settings.format});
  const conformance::Maker maker(corpus);
  Recipe recipe{settings.format, "valid", settings.seed, 0};
  if (settings.size) recipe.what = fmt::format("size-{}", *settings.size);
  if (!settings.rule.empty()) recipe.what = broken_rule(settings, maker);

  const auto name = [&edits,
                     extension = std::string(codec_named(settings.format)->extensions.front())](const Recipe& one) {
    return conformance::file_stem(one.id()) + (edits.empty() ? "" : "-set") + extension;
  };
  MadeFiles files(settings.folder, corpus.sha256(), "files", {"file"});
  for (recipe.number = 1; recipe.number <= settings.count; ++recipe.number) files.must_be_free(name(recipe));
  files.begin();

  watch_for_interrupts();
  Progress bar("generate", "files", Progress::Amount{settings.count}, true);
  std::size_t with_options = 0;
  for (recipe.number = 1; recipe.number <= settings.count; ++recipe.number) {
    const fs::path path = files.path(name(recipe));
    Json entry =
        settings.size ? write_sized(recipe, path, bar) : write_small(recipe, maker, settings, edits, path, bar);
    with_options += entry.contains("options") ? 1 : 0;
    files.add(std::move(entry));
  }
  files.finish();

  Output out("");
  const std::string shown = reports::escaped(settings.folder);
  out.write(fmt::format("{0} and manifest.json written to {1}\nTo check: hallmark validate --format {2} {1}\n",
                        reports::plural(settings.count, "file"), shown, settings.format));
  if (with_options > 0) {
    out.write(fmt::format("{} must be read with --header-length: \"options\" in manifest.json\n", with_options));
  }
  out.finish();
}

void generate(const GenerateSettings& settings, Program& program) try {
  write_files(settings, program);
} catch (const Interrupted&) {
  program.exit.add(exit_of_interrupt());
} catch (const conformance::BadEdit& bad) {
  throw UsageError(fmt::format("--set {}", reports::escaped(bad.what())));
}

// steps names the multiples that sizes are rounded up to, by format: "8 (oinf) or 16 (other)".
std::string steps() {
  std::vector<std::string> all;
  for (const conformance::Generator* one : conformance::all_generators()) {
    if (one->step != 1) all.push_back(fmt::format("{} ({})", one->step, one->format));
  }
  return fmt::format("{}", fmt::join(all, " or "));
}

}  // namespace

void add_generate(CLI::App* command, Program& program) {
  auto settings = std::make_shared<GenerateSettings>();
  command->add_option("--format", settings->format, "Format of the files")->required()->option_text("F");
  command->add_option("--seed", settings->seed, "Other files for another seed; default 1")->option_text("N");
  command->add_option("--count", settings->count, "How many files; default 1")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->option_text("N");
  command->add_option("--size", settings->size, "Bytes of each file, such as 4GiB; default: small, varied")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  command->add_option("--invalid", settings->rule, "Rule that each file breaks, and no other")->option_text("RULE");
  command
      ->add_option("--set", settings->set,
                   "Field to set in each file: a path of `inspect --layout`, or a member of\n"
                   "JSON; a number, hex:BYTES or text:CHARACTERS")
      ->allow_extra_args(false)
      ->option_text("PATH=VALUE");
  command->add_option("-o,--output", settings->folder, "Folder to write to; created if missing")
      ->required()
      ->option_text("DIR");
  command->footer(
      formats_line() +
      fmt::format(
          "Examples: hallmark generate --format {} --size 2GiB -o models\n"
          "          hallmark generate --format {} --invalid {} --count 20 -o broken\n"
          "          hallmark generate --format {} --set 'tensors[0].ndim=4294967295' -o mine\n"
          "The same seed gives the same bytes on every machine. A file is named after its id, which `hallmark "
          "vectors show`\n"
          "and `hallmark conform --run` take, too; manifest.json says what each file is. A file has --size bytes,\n"
          "or more if its format needs more, rounded up to a multiple of {}.\n"
          "In DIR only files that its manifest.json lists are replaced.",
          examples::model_format, examples::format, examples::broken_rule, examples::model_format, steps()));
  command->callback([settings, &program] { generate(*settings, program); });
}

}  // namespace hallmark::program
