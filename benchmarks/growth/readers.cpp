#include <algorithm>

#include "benchmarks/growth/growth.hpp"

namespace hallmark::benchmarks::growth {
namespace {

using Call = void (*)(const Codec& codec, const Sample& sample, Scratch& scratch, Silence& out);

struct Operation {
  const char* name;
  Call call;
};

constexpr Operation operations[] = {
    {"decode", [](const Codec& codec, const Sample& sample, Scratch& scratch,
                  Silence&) { (void)codec.decode(sample.bytes, scratch, sample.options); }},
    {"validate", [](const Codec& codec, const Sample& sample, Scratch& scratch,
                    Silence& out) { (void)codec.validate(sample.bytes, scratch, sample.options, out); }},
    {"layout", [](const Codec& codec, const Sample& sample, Scratch& scratch,
                  Silence& out) { codec.layout(sample.bytes, scratch, sample.options, out); }},
    {"contents", [](const Codec& codec, const Sample& sample, Scratch& scratch,
                    Silence& out) { codec.contents(sample.bytes, scratch, sample.options, out); }},
};

Work work(const Subject& subject, Call call, std::uint64_t size) {
  const Sample sample = subject.make(size);
  const Codec& codec = *subject.codec;
  auto scratch = std::make_shared<File>(codec.scratch_bound(sample.bytes, sample.options));
  if (codec.contents_bound != nullptr) {
    Scratch memory(*scratch);
    scratch->resize(
        std::max<std::uint64_t>(scratch->size(), codec.contents_bound(sample.bytes, memory, sample.options)));
  }
  return {[=, &codec] {
            Silence out;
            (void)codec.scratch_bound(sample.bytes, sample.options);
            Scratch memory(*scratch);
            call(codec, sample, memory, out);
          },
          1, sample.bytes.size(), scratch};
}

}  // namespace

std::vector<Case> readers(const std::vector<Subject>& subjects) {
  std::vector<Case> all;
  for (const Subject& subject : subjects) {
    for (const Operation& operation : operations) {
      all.push_back({std::string(operation.name) + "/" + subject.name,
                     [subject, call = operation.call](std::uint64_t size) { return work(subject, call, size); }});
    }
  }
  return all;
}

}  // namespace hallmark::benchmarks::growth
