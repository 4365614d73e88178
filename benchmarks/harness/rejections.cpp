#include <map>
#include <memory>

#include "benchmarks/harness/workload.hpp"
#include "conformance/suite/vector.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t calls = 100;

struct Case {
  std::vector<std::byte> input;
  Options options;
  std::vector<std::byte> scratch;
};

Work rejection(const Codec& codec, const conformance::Vector& vector) {
  auto one = std::make_shared<Case>(Case{vector.bytes(), vector.options, {}});
  one->scratch.resize(codec.scratch_bound(one->input, one->options));
  return repeated(calls, 0, [&codec, one, rule = vector.error->rule](std::uint64_t) {
    clobber_memory();
    Scratch scratch(one->scratch);
    const Violation violation = codec.decode(one->input, scratch, one->options);
    check_answer(violation.rule != nullptr && violation.rule->id == rule, rule);
  });
}

}  // namespace

void add_rejections(Workloads& workloads, std::string_view family) {
  const conformance::Corpus corpus = conformance::load_corpus(conformance::find_corpus(""));
  for (const Codec* codec : all_codecs()) {
    if (codec->family != family) continue;
    std::map<std::string, const conformance::Vector*> smallest;  // by rule id
    for (const conformance::VectorFile& file : corpus.files) {
      for (const conformance::Vector& vector : file.vectors) {
        const bool input = vector.operation == conformance::Operation::decode;
        if (vector.format != codec->id || !input || !vector.error) continue;
        const conformance::Vector*& best = smallest[vector.error->rule];
        if (best == nullptr || vector.bytes().size() < best->bytes().size()) best = &vector;
      }
    }
    for (const auto& [rule, vector] : smallest) {
      // reject/bson/truncated, but reject/bson/bson-vector/padding-range: rules of another family keep its name.
      const std::string own = std::string(codec->id) + "/";
      const std::string name = rule.starts_with(own) ? rule.substr(own.size()) : rule;
      workloads.push_back({"reject/" + own + name, [codec, copy = *vector] { return rejection(*codec, copy); }});
    }
  }
}

}  // namespace hallmark::benchmarks
