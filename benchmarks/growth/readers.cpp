// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/growth/growth.hpp"

namespace hallmark::benchmarks::growth {
namespace {

// Everything that a reader of findings, layouts and contents is told, looked at and dropped.
class Silence final : public DiagnosticSink, public LayoutSink, public ContentSink, public TextSink {
 public:
  bool report(const Violation& violation, Severity, const Place& place) noexcept override {
    place.write(*this, violation);
    return true;
  }
  bool range(std::uint64_t, std::uint64_t, const char*, const Place& place) noexcept override { return at(place); }
  bool number(std::string_view, std::uint64_t) noexcept override { return true; }
  bool text(std::string_view, std::string_view) noexcept override { return true; }
  bool scalar(const TensorView&) noexcept override { return true; }
  bool array(const TensorView&) noexcept override { return true; }
  bool bits(const BitsView&) noexcept override { return true; }
  bool tensor(const TensorView&, const Place& place) noexcept override { return at(place); }
  bool bit_tensor(const BitsView&, const Place& place) noexcept override { return at(place); }
  void write(std::string_view) noexcept override {}

 private:
  bool at(const Place& place) noexcept {
    place.write(*this, {});
    return true;
  }
};

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
                  Silence& out) { (void)codec.layout(sample.bytes, scratch, sample.options, out); }},
    {"contents", [](const Codec& codec, const Sample& sample, Scratch& scratch,
                    Silence& out) { (void)codec.contents(sample.bytes, scratch, sample.options, out); }},
};

Work work(const Subject& subject, Call call, std::uint64_t size) {
  const Sample sample = subject.make(size);
  const Codec& codec = *subject.codec;
  auto scratch = std::make_shared<File>(codec.scratch_bound(sample.bytes, sample.options));
  Scratch memory(*scratch);
  scratch->resize(codec.contents_bound(sample.bytes, memory, sample.options));
  return {[=, &codec] {
            Silence out;
            (void)codec.scratch_bound(sample.bytes, sample.options);
            Scratch room(*scratch);
            call(codec, sample, room, out);
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
