// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "codecs/core/manifest.hpp"
#include "conformance/examine/all_rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/suite/agreement.hpp"
#include "conformance/suite/sha256.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

std::string clause_of(const Rule& rule) { return fmt::format("{}#{}", rule.clause.document, rule.clause.section); }

// Rules of `hallmark` and `http` have no vectors: tests of the program cover them.
const Rule* find_rule(std::string_view id) { return rule_named(input_rules(), id); }

// Rules of an encoder that testees cannot be asked for need no vectors: its own tests cover them.
bool can_encode(const Codec& codec) {
  const Model* model = model_named(codec.id);
  return model != nullptr && model->encode != nullptr;
}

class Lint {
 public:
  Lint(const Corpus& corpus, const std::string& format) : corpus_(corpus), format_(format) {
    for (const Rule* rule : input_rules()) clauses_.insert(clause_of(*rule));
    for (const VectorFile& file : corpus_.files) {
      for (const Vector& vector : file.vectors) ids_.insert(vector.id);
    }
  }

  std::vector<LintFinding> run() {
    for (const VectorFile& file : corpus_.files) {
      if (!format_.empty() && file.format != format_) continue;
      check_file(file);
      for (const Vector& vector : file.vectors) {
        check_names(vector);
        check_clause(vector, file);
        check_error(vector);
        check_inside(vector);
        check_versions(vector);
        if (vector.operation == Operation::encode) {
          check_refusal(vector);
        } else {
          check_behaviour(vector);
        }
      }
    }
    for (const Codec* codec : all_codecs()) {
      if (format_.empty() || codec->id == format_) check_coverage(*codec);
    }
    return std::move(findings_);
  }

 private:
  template <class... Args>
  void find(std::string_view where, fmt::format_string<Args...> format, Args&&... args) {
    findings_.push_back({std::string(where), fmt::format(format, std::forward<Args>(args)...)});
  }

  void check_file(const VectorFile& file) {
    const Codec& codec = *codec_named(file.format);
    const std::string_view name = file.name;
    if (const std::size_t slash = name.find('/');
        slash != std::string_view::npos && name.substr(0, slash) != codec.family) {
      find(file.name, "vectors of {} belong in the folder {}", file.format, codec.family);
    }
    std::set<std::string> used;
    for (const Vector& vector : file.vectors) {
      for (const std::string& flag : vector.flags) {
        used.insert(flag);
        const bool noted = std::ranges::count(file.notes, flag, &std::pair<std::string, Note>::first) != 0;
        if (!noted) find(vector.id, "flag {} has no note", flag);
      }
    }
    for (const auto& [flag, note] : file.notes) {
      if (!used.contains(flag)) find(file.name, "no vector has the flag of the note {}", flag);
    }
  }

  void check_names(const Vector& vector) {
    if (!seen_ids_.insert(vector.id).second) find(vector.id, "duplicate id");
    const auto [exported, fresh] = stems_.emplace(file_stem(vector.id), vector.id);
    if (!fresh && exported->second != vector.id) {
      find(vector.id, "its export would overwrite that of {}", exported->second);
    }
    const bool refused = vector.operation == Operation::encode;
    const auto key = std::tuple(vector.format, refused ? vector.value->dump() : sha256_hex(vector.bytes()),
                                vector.raw_options.dump());
    const auto [same, first] = inputs_.emplace(key, vector.id);
    if (!first) find(vector.id, "same {} and options as {}", refused ? "value" : "bytes", same->second);
    if (vector.derived_from && !ids_.contains(*vector.derived_from)) {
      find(vector.id, "derived_from names an unknown vector {}", *vector.derived_from);
    }
    for (const std::string& feature : vector.features) {
      if (!known_features_.contains(feature)) find(vector.id, "unknown feature {}", feature);
    }
  }

  void check_clause(const Vector& vector, const VectorFile& file) {
    if (!clauses_.contains(vector.clause)) find(vector.id, "no rule cites the clause {}", vector.clause);
    for (const Rule* rule : input_rules()) {
      if (clause_of(*rule) == vector.clause && rule->clause.document == file.spec_document &&
          rule->clause.revision != file.spec_revision && wrong_revisions_.insert(file.name).second) {
        find(file.name, "the rules follow revision {} of {}, the file says {}", rule->clause.revision,
             file.spec_document, file.spec_revision);
      }
    }
    if (vector.level == Level::must && vector.options.profile == Profile::compat) {
      find(vector.id, "a vector of the compat profile cannot be MUST");
    }
  }

  void check_error(const Vector& vector) {
    for (const ExpectedRemark& remark : vector.warnings) {
      if (find_rule(remark.rule) == nullptr) find(vector.id, "unknown rule {}", remark.rule);
    }
    if (!vector.error) return;
    const Rule* rule = find_rule(vector.error->rule);
    if (rule == nullptr) return find(vector.id, "unknown rule {}", vector.error->rule);
    if (to_string(rule->category) != vector.error->category) {
      find(vector.id, "the rule {} is of the category {}", rule->id, to_string(rule->category));
    }
    if (verdict_of(rule->kind) != vector.verdict) {
      find(vector.id, "the rule {} requires the verdict {}", rule->id, to_string(verdict_of(rule->kind)));
    }
    if (clause_of(*rule) != vector.clause)
      find(vector.id, "the rule {} is of the clause {}", rule->id, clause_of(*rule));
    const bool compat = vector.options.profile == Profile::compat;
    const Level level = compat && rule->level == Level::must ? Level::decision : rule->level;
    if (level != vector.level) find(vector.id, "the rule {} requires the level {}", rule->id, to_string(level));
  }

  // Runs the decoder and records the rule that the vector breaks, and the clauses that it follows or breaks.
  void check_behaviour(const Vector& vector) {
    const Examination examination = examine_vector(vector);
    for (const std::string& difference : disagreements(vector, examination)) {
      find(vector.id, "{}", difference);
    }
    // Notes may stand beside what breaks a rule: arrays that are too deep have the note that they are nested at all.
    const auto breaks = [](const reports::Diagnostic& one) { return one.severity != Severity::note; };
    const auto first = std::ranges::find_if(examination.diagnostics, breaks);
    if (std::ranges::count_if(examination.diagnostics, breaks) == 1) alone_.insert({vector.format, first->rule});
    if (examination.diagnostics.size() == 1) alone_.insert({vector.format, examination.diagnostics.front().rule});
    bool keeps = examination.verdict == Verdict::valid;
    for (const reports::Diagnostic& diagnostic : examination.diagnostics) {
      const Rule* rule = find_rule(diagnostic.rule);
      if (rule == nullptr) continue;
      broken_.insert({vector.format, clause_of(*rule)});
      keeps = keeps && clause_of(*rule) != vector.clause;
    }
    if (keeps) kept_.insert({vector.format, vector.clause});
  }

  void check_versions(const Vector& vector) {
    if (const auto gone = corpus_.withdrawn.find(vector.id); gone != corpus_.withdrawn.end()) {
      find(vector.id, "the id was withdrawn in version {}, and is never used again", to_string(gone->second));
    }
    if (vector.since && *vector.since > corpus_.version) {
      find(vector.id, "since {}, but the corpus is of version {}", to_string(*vector.since),
           to_string(corpus_.version));
    }
  }

  void check_refusal(const Vector& vector) {
    const std::vector<std::string> differences = disagreements(vector);
    for (const std::string& difference : differences) find(vector.id, "{}", difference);
    if (differences.empty()) refused_.insert({vector.format, vector.error->rule});
  }

  // A testee that knows documents alone can say nothing of the vectors inside: the feature says that it knows both.
  void check_inside(const Vector& vector) {
    const Codec* codec = codec_named(vector.format);
    if (codec == nullptr) return;
    for (const manifest::Feature& feature : manifest::family_of(*codec).features) {
      if (feature.shows.empty() || std::ranges::count(vector.features, feature.name) != 0) continue;
      const std::string rule = vector.error ? vector.error->rule : "";
      const Codec* judge = codec_named(rule.substr(0, rule.find('/')));
      const bool judged = judge != nullptr && judge->family != codec->family;
      const bool shown = vector.value && vector.value->is_object() &&
                         !vector.value->value(std::string(feature.shows), Json::array()).empty();
      if (judged || shown) {
        find(vector.id, "it is about {} inside, but the feature {} is missing", feature.shows, feature.name);
      }
    }
  }

  void check_coverage(const Codec& codec) {
    const auto seen = [&](const std::set<std::pair<std::string, std::string>>& pairs, std::string_view what) {
      return pairs.contains({std::string(codec.id), std::string(what)});
    };
    std::set<std::string> clauses;
    for (const Rule* rule : codec.rules) {
      if (rule->encoding) {
        if (can_encode(codec) && !seen(refused_, rule->id))
          find(rule->id, "no vector of {} has a value that is refused by this rule", codec.id);
        continue;
      }
      clauses.insert(clause_of(*rule));
      if (!seen(alone_, rule->id)) find(rule->id, "no vector of {} breaks this rule alone", codec.id);
    }
    for (const std::string& clause : clauses) {
      if (!seen(kept_, clause)) find(clause, "no valid vector cites this clause of {}", codec.id);
      if (!seen(broken_, clause)) find(clause, "no vector breaks a rule of this clause of {}", codec.id);
    }
  }

  const Corpus& corpus_;
  const std::string& format_;
  const std::set<std::string> known_features_ = features_of_vectors();
  std::vector<LintFinding> findings_;
  std::set<std::string> clauses_;  // cited by rules
  std::set<std::string> ids_;      // of the whole corpus
  std::set<std::string> seen_ids_;
  std::set<std::string> wrong_revisions_;
  std::map<std::string, std::string> stems_;                                         // to id
  std::map<std::tuple<std::string, std::string, std::string>, std::string> inputs_;  // to id
  std::set<std::pair<std::string, std::string>> alone_;                              // format, rule
  std::set<std::pair<std::string, std::string>> refused_;                            // format, rule
  std::set<std::pair<std::string, std::string>> kept_;                               // format, clause
  std::set<std::pair<std::string, std::string>> broken_;
};

}  // namespace

std::vector<LintFinding> lint(const Corpus& corpus, const std::string& format) { return Lint(corpus, format).run(); }

std::set<std::string> features_of_vectors() {
  std::set<std::string> names{"verdict-only", "compat"};
  for (const manifest::Family& family : manifest::all_families()) {
    for (const manifest::Feature& feature : family.features) {
      if (feature.status == manifest::Status::used) names.emplace(feature.name);
    }
  }
  return names;
}

std::string file_stem(std::string id) {
  std::replace(id.begin(), id.end(), '/', '-');
  return id;
}

}  // namespace hallmark::conformance
