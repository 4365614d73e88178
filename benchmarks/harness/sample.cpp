// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/harness/sample.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace hallmark::benchmarks {
namespace {

class Silence final : public DiagnosticSink {
 public:
  bool report(const Violation&, Severity, const Place&) noexcept override { return true; }
};

}  // namespace

Sample::Sample(File file, const Options& framing) : options(framing) {
  const auto keep = std::make_shared<const File>(std::move(file));
  owner = keep;
  bytes = *keep;
}

std::uint64_t page_size() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

Sample untouchable(Bytes head, std::uint64_t locked, std::uint64_t size, const Options& options) {
  if (locked % page_size() != 0 || locked > size) throw std::runtime_error("only whole pages can be locked");
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for a model");
  std::shared_ptr<const void> owner(memory, [size](void* mapped) { munmap(mapped, size); });
  auto* const bytes = static_cast<std::byte*>(memory);
  std::copy(head.begin(), head.end(), bytes);
  if (mprotect(bytes + locked, size - locked, PROT_NONE) != 0) throw std::runtime_error("memory cannot be locked");
  return {std::move(owner), {bytes, size}, options};
}

Work decoding(const Codec& codec, const Sample& sample, const std::string& refusal) {
  const Input input(sample.bytes, sample.bytes.size() + sample.beyond);
  auto memory = std::make_shared<File>(codec.scratch_bound(input, sample.options));
  return {[&codec, sample, input, refusal, memory] {
            clobber_memory();
            Scratch scratch(*memory);
            const Violation violation = codec.decode(input, scratch, sample.options);
            const std::string_view rule = violation.rule == nullptr ? "" : violation.rule->id;
            check_answer(rule == refusal, codec.id);
          },
          1, sample.bytes.size(), memory};
}

Work validating(const Codec& codec, const Sample& sample) {
  auto memory = std::make_shared<File>(codec.scratch_bound(sample.bytes, sample.options));
  return {[&codec, sample, memory] {
            clobber_memory();
            Scratch scratch(*memory);
            Silence sink;
            const Verdict verdict = codec.validate(sample.bytes, scratch, sample.options, sink);
            check_answer(verdict == Verdict::valid, "validate");
          },
          1, sample.bytes.size(), memory};
}

Work of_items(std::uint64_t items, Work work) {
  work.items = items;
  work.bytes = 0;
  return work;
}

Work repeated(std::uint64_t calls, const Work& one) {
  return repeated(calls, 0, [one](std::uint64_t) { one.run(); }, one.scratch);
}

}  // namespace hallmark::benchmarks
