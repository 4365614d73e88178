// SPDX-License-Identifier: Apache-2.0
// The program that is counted at several sizes: growth.py. Its workloads are <case>/<size>.
//   --gate-list, --gate-run NAME...   as in harness/gated.hpp
//   --write <format>/<kind> SIZE      prints an input of about so many bytes
#include <cstdio>
#include <stdexcept>

#include "benchmarks/growth/growth.hpp"
#include "benchmarks/harness/gated.hpp"
#include "conformance/generate/generator.hpp"

namespace {

using namespace hallmark::benchmarks;
using namespace hallmark::benchmarks::growth;

class Collected final : public hallmark::conformance::ByteSink {
 public:
  void write(hallmark::Bytes piece) override { bytes.insert(bytes.end(), piece.begin(), piece.end()); }
  File bytes;
};

// An input as programs write it.
Sample sized(const hallmark::Codec& codec, std::uint64_t size) {
  const auto* generator = hallmark::conformance::generator_named(codec.id);
  if (generator == nullptr) throw std::runtime_error("a format without a generator");
  Collected out;
  hallmark::Options options;
  options.header_length = generator->sized(1, size, out).header_length;
  return {std::move(out.bytes), options};
}

Growth of_formats() {
  Growth all;
  for (const hallmark::Codec* codec : hallmark::all_codecs()) {
    all.subjects.push_back(
        {codec, std::string(codec->id) + "/sized", [codec](std::uint64_t size) { return sized(*codec, size); }});
  }
  add_families(all);
  return all;
}

// What must be found, or nothing is: the square of the size. It is not listed.
Work quadratic(std::uint64_t size) {
  return {[size] {
            for (std::uint64_t i = 0; i < size * size / 4096; ++i) asm volatile("" ::: "memory");
          },
          1, 0};
}

Workloads workloads() {
  const Growth formats = of_formats();
  std::vector<Case> cases = readers(formats.subjects);
  for (const auto& more : {formats.encoders, others()}) cases.insert(cases.end(), more.begin(), more.end());
  const std::size_t listed = cases.size();
  cases.push_back({"control/quadratic", quadratic});
  Workloads all;
  for (std::size_t at = 0; at < cases.size(); ++at) {
    for (std::uint64_t size = 1024; size <= (std::uint64_t{1} << 24); size *= 2) {
      all.push_back({cases[at].name + "/" + std::to_string(size),
                     [prepare = cases[at].prepare, size] { return prepare(size); }, at < listed});
    }
  }
  return all;
}

int write(std::string_view name, const char* size) {
  const Growth formats = of_formats();
  for (const Subject& subject : formats.subjects) {
    if (subject.name != name) continue;
    const Sample sample = subject.make(std::stoull(size));
    const bool written = std::fwrite(sample.bytes.data(), 1, sample.bytes.size(), stdout) == sample.bytes.size();
    return written && std::fflush(stdout) == 0 ? 0 : 2;
  }
  std::fprintf(stderr, "growth: no such input: %.*s\n", static_cast<int>(name.size()), name.data());
  return 4;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 4 && std::string_view(argv[1]) == "--write") return write(argv[2], argv[3]);
    const auto status = gate_command(workloads(), HALLMARK_COMPILER, {argv, static_cast<std::size_t>(argc)});
    return status ? *status : 4;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "growth: %s\n", error.what());
    return 2;
  }
}
