// SPDX-License-Identifier: Apache-2.0
// hallmark vectors: list, show, export and lint the golden vectors.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "conformance/generate/maker.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/made_files.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "conformance/program/results.hpp"
#include "conformance/runner/glob.hpp"
#include "conformance/show/vector_text.hpp"
#include "conformance/suite/disputed.hpp"
#include "conformance/suite/lint.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;
using reports::Json;

struct VectorsSettings {
  std::string format;
  std::string id;
  std::string folder;
  std::vector<std::string> files;  // to use instead of the corpus
  std::string run;
  std::string rule;
  std::vector<std::string> results;
};

// chosen returns the vectors of one format or of all, each with its file.
std::vector<std::pair<const conformance::Vector*, const conformance::VectorFile*>> chosen(
    const conformance::Corpus& corpus, const std::string& format) {
  std::vector<std::pair<const conformance::Vector*, const conformance::VectorFile*>> list;
  for (const conformance::VectorFile& file : corpus.files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (format.empty() || vector.format == format) list.emplace_back(&vector, &file);
    }
  }
  return list;
}

// corpus_of reads the vectors of one format, or of all if it is empty; or the files that stand for the corpus.
conformance::Corpus corpus_of(const VectorsSettings& settings, const Program& program, const std::string& format = {}) {
  if (!settings.files.empty()) return conformance::load_vector_files({settings.files.begin(), settings.files.end()});
  const std::vector<std::string> formats(format.empty() ? 0 : 1, format);
  return conformance::load_corpus(conformance::find_corpus(program.corpus), formats);
}

// rule_of gives the rule that a vector breaks, or else the first of which it brings a warning or note; "" for none.
std::string_view rule_of(const conformance::Vector& vector) {
  if (vector.error) return vector.error->rule;
  return vector.warnings.empty() ? std::string_view() : vector.warnings.front().rule;
}

bool selected(const VectorsSettings& settings, const conformance::Vector& vector) {
  return (settings.run.empty() || runner::glob_matches(settings.run, vector.id)) &&
         (settings.rule.empty() || runner::glob_matches(settings.rule, std::string(rule_of(vector))));
}

void list_vectors(const VectorsSettings& settings, Program& program) {
  require_format(settings.format);
  const conformance::Corpus corpus = corpus_of(settings, program, settings.format);
  auto vectors = chosen(corpus, settings.format);
  std::erase_if(vectors, [&](const auto& one) { return !selected(settings, *one.first); });
  if (vectors.empty()) {
    warn("hallmark: no vector matches\n");
    return program.exit.add(Exit::nothing_checked);
  }
  std::size_t width = 0;
  for (const auto& [vector, file] : vectors) width = std::max(width, vector->id.size());
  std::string text;
  const auto add = [&](std::string_view id, std::string_view level, std::string_view verdict, std::string_view bytes,
                       std::string_view what) {
    const std::string row = fmt::format("{:<{}}  {:<8}  {:<11}  {:>8}  {}", id, width, level, verdict, bytes, what);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  };
  add("id", "level", "verdict", "bytes", "rule");
  for (const auto& [vector, file] : vectors) {
    const std::string_view rule = rule_of(*vector);
    const std::string what = vector->error       ? std::string(rule)
                             : !rule.empty()     ? fmt::format("{} (warning)", rule)
                             : vector->canonical ? "(canonical)"
                                                 : "";
    add(vector->id, to_string(vector->level), to_string(vector->verdict), std::to_string(vector->byte_count()), what);
  }
  write_output("", text);
}

std::string full_text(const conformance::Vector& vector, const conformance::VectorFile& file) {
  std::string text = fmt::format("{}\n  {}\n\n", vector.id, reports::escaped(vector.description));
  text +=
      fmt::format("  clause    {}, revision {} of {}\n  level     {}\n", reports::escaped(vector.clause),
                  reports::escaped(file.spec_revision), reports::escaped(file.spec_document), to_string(vector.level));
  if (!vector.raw_options.empty()) text += fmt::format("  options   {}\n", vector.raw_options.dump());
  for (const std::string& feature : vector.features) text += fmt::format("  feature   {}\n", reports::escaped(feature));
  if (vector.derived_from) text += fmt::format("  from      {}\n", reports::escaped(*vector.derived_from));
  if (vector.since) text += fmt::format("  since     {}\n", to_string(*vector.since));
  if (vector.operation == conformance::Operation::encode) {
    text += "  op        encode: the value below must be refused\n";
  } else {
    text += fmt::format("  bytes     {}\n\n{}\n", vector.byte_count(), show::annotated_bytes(vector));
  }
  text += fmt::format("  verdict   {}{}\n", to_string(vector.verdict), vector.canonical ? ", canonical" : "");
  if (vector.error) {
    text += fmt::format("  error     {} ({})", reports::escaped(vector.error->rule),
                        reports::escaped(vector.error->category));
    if (vector.operation == conformance::Operation::decode) {
      text += fmt::format(" at byte {}, path \"{}\"", vector.error->offset, reports::escaped(vector.error->path));
    }
    text += '\n';
  }
  if (vector.value) text += fmt::format("  value     {}\n", reports::escaped(vector.value->dump()));
  for (const conformance::ExpectedRemark& remark : vector.warnings) {
    text += fmt::format("  warning   {} at byte {}, path \"{}\"\n", reports::escaped(remark.rule), remark.offset,
                        reports::escaped(remark.path));
  }
  for (const std::string& flag : vector.flags) {
    for (const auto& [name, note] : file.notes) {
      if (name != flag) continue;
      const char* before = note.kind == "hazard" ? ": " : "; hazard: ";
      const std::string hazard = note.hazard.empty() ? "" : before + note.hazard;
      text += fmt::format("\n  {} ({}{})\n    {}\n", reports::escaped(flag), reports::escaped(note.kind), hazard,
                          reports::escaped(note.description));
      for (const std::string& link : note.links) text += fmt::format("    {}\n", reports::escaped(link));
    }
  }
  return text;
}

// show_generated shows a vector that its id is enough to make; false if it is not.
bool show_generated(const conformance::Corpus& corpus, const std::string& id) {
  const auto recipe = conformance::recipe_named(id);
  if (!recipe) return false;
  const conformance::Maker maker(corpus);
  const auto vector = maker.made(*recipe);
  if (!vector) return false;
  write_output("", full_text(*vector, maker.file_of(recipe->format, {*vector})));
  return true;
}

void show_vector(const VectorsSettings& settings, Program& program) {
  require_format(settings.format);
  // An id begins with its format; of another word all vectors are read, to say what was meant.
  const conformance::Corpus corpus = corpus_of(settings, program, settings.id.substr(0, settings.id.find('/')));
  if (settings.files.empty() && show_generated(corpus, settings.id)) return;
  std::vector<std::string_view> ids;
  for (const auto& [vector, file] : chosen(corpus, settings.format)) {
    if (vector->id == settings.id) return write_output("", full_text(*vector, *file));
    ids.push_back(vector->id);
  }
  throw UsageError(fmt::format("unknown vector {}{} (`hallmark vectors list{}` lists them)", settings.id,
                               did_you_mean(settings.id, ids), settings.files.empty() ? "" : " --vectors PATH"));
}

// The expected outcome of an exported vector: the vector without its bytes, which have a file of their own. A value to
// be refused has no bytes.
Json expectation(const conformance::Vector& vector, const conformance::VectorFile& file) {
  Json json = vector.raw;
  json.erase("bytes");
  if (vector.value) json["value"] = vector.whole_value();
  json["format"] = vector.format;
  json["spec"] = {{"document", file.spec_document}, {"revision", file.spec_revision}};
  if (vector.operation == conformance::Operation::encode) return json;
  json["file"] = conformance::file_stem(vector.id) + ".bin";
  json["size"] = reports::number(vector.byte_count());
  return json;
}

void export_vectors(const VectorsSettings& settings, Program& program) {
  require_format(settings.format);
  const conformance::Corpus corpus = corpus_of(settings, program, settings.format);
  const auto vectors = chosen(corpus, settings.format);
  MadeFiles files(settings.folder, corpus.sha256(), "vectors", {"file", "expectation"});
  for (const auto& [vector, file] : vectors) {
    for (const char* ending : {".bin", ".json"}) files.must_be_free(conformance::file_stem(vector->id) + ending);
  }
  files.begin();
  if (vectors.empty()) program.exit.add(Exit::nothing_checked);
  for (const auto& [vector, file] : vectors) {
    const std::string stem = conformance::file_stem(vector->id);
    const bool input = vector->operation == conformance::Operation::decode;
    if (input) write_output(files.path(stem + ".bin"), as_text(vector->bytes()));
    write_output(files.path(stem + ".json"), expectation(*vector, *file).dump(2) + "\n");
    Json entry{{"id", vector->id}, {"format", vector->format}, {"op", to_string(vector->operation)}};
    if (input) entry["file"] = stem + ".bin";
    entry.update({{"expectation", stem + ".json"},
                  {"level", to_string(vector->level)},
                  {"verdict", to_string(vector->verdict)},
                  {"options", vector->raw_options}});
    files.add(std::move(entry));
  }
  files.finish();
  write_output("", fmt::format("{} vectors written to {}\n", vectors.size(), reports::escaped(settings.folder)));
}

void lint_vectors(const VectorsSettings& settings, Program& program) {
  require_format(settings.format);
  const fs::path folder = conformance::find_corpus(program.corpus);
  std::string text;
  try {
    const conformance::Corpus corpus = conformance::load_corpus(folder);
    const auto findings = conformance::lint(corpus, settings.format);
    for (const conformance::LintFinding& finding : findings) {
      text += reports::escaped(fmt::format("{}: {}", finding.where, finding.what)) + "\n";
    }
    text += fmt::format("{} vectors, {} findings\n", chosen(corpus, settings.format).size(), findings.size());
    if (!findings.empty()) program.exit.add(Exit::invalid);
  } catch (const conformance::UnreadableCorpus&) {
    throw;
  } catch (const conformance::BadCorpus& error) {
    // A file that does not follow the schema stops the lint: nothing else of the corpus is known.
    text = reports::escaped(error.what()) + "\n";
    program.exit.add(Exit::invalid);
  }
  write_output("", text);
}

void list_disputed(const VectorsSettings& settings, Program& program) {
  const Results results = read_results(settings.results, program.corpus);
  const auto all = conformance::disputed(corpus_of(settings, program), results.conformance);
  write_output("", conformance::disputed_table(all));
}

}  // namespace

void add_vectors(CLI::App* command, Program& program) {
  auto settings = std::make_shared<VectorsSettings>();
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* job, void (*run)(const VectorsSettings&, Program&)) {
    CLI::App* part = command->add_subcommand(name, job);
    part->add_option("--format", settings->format, "Use only the vectors of this format")->option_text("F");
    part->callback([settings, run, &program] { run(*settings, program); });
    return part;
  };
  const auto add_files = [&](CLI::App* part) {
    repeatable(part->add_option("--vectors", settings->files,
                                "Vector file or folder to use instead of the corpus; repeatable"))
        ->option_text("PATH");
  };
  CLI::App* list = add("list", "List vectors: id, level, verdict, size in bytes, rule", list_vectors);
  add_files(list);
  list->add_option("--run", settings->run, "List only vectors whose id matches")->option_text("GLOB");
  list->add_option("--rule", settings->rule, "List only vectors that break a matching rule, or are warned of")
      ->option_text("GLOB");
  CLI::App* show = add("show", "Print one vector with annotated bytes", show_vector);
  add_files(show);
  program.operands.add(*show, "ID", settings->id, "Id of a vector, as `vectors list` prints it, or of a generated one");
  CLI::App* exported =
      add("export", "Write each vector as ID.json, its bytes as ID.bin, and a manifest.json", export_vectors);
  exported->add_option("-o,--output", settings->folder, "Folder to write to; created if missing")
      ->required()
      ->option_text("DIR");
  exported->footer("In DIR only files that its manifest.json lists are replaced.");
  CLI::App* disputed =
      command->add_subcommand("disputed", "List the MUST requirements that most implementations break");
  program.operands.add(*disputed, "RESULT", settings->results, "result.json of conform; - for standard input");
  disputed->callback([settings, &program] { list_disputed(*settings, program); });
  add("lint", "Check the vectors: schema, ids, coverage, reference decoders", lint_vectors);
}

}  // namespace hallmark::program
