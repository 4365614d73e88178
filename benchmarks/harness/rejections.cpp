// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "benchmarks/harness/sample.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::benchmarks {
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
      workloads.push_back({"reject/" + own + name, [codec, copy = *vector] {
                             return repeated(100, decoding(*codec, {copy.bytes(), copy.options}, copy.error->rule));
                           }});
    }
  }
}

}  // namespace hallmark::benchmarks
