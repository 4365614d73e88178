// validate/futhark/<input> with floors for the same bytes, decode/futhark/<input> for the inputs of the peer, and
// encode/futhark/<form>-<input>. An item is a value, or an element of a text array.
#include "hallmark/futhark.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/harness/untouchable.hpp"
#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {
namespace {

class Silence final : public DiagnosticSink {
 public:
  bool report(const Violation&, Severity, const Place&) noexcept override { return true; }
};

// `keep` owns the bytes.
template <class Keep>
Work validate(Keep keep, Bytes input, std::uint64_t items, std::uint64_t bytes) {
  auto memory = std::make_shared<std::vector<std::byte>>(futhark::scratch_bound(input));
  return {[keep, memory, input] {
            clobber_memory();
            Scratch scratch(*memory);
            Silence sink;
            check_answer(futhark::validate(input, scratch, {}, sink) == Verdict::valid, "futhark::validate");
          },
          items, bytes, memory};
}

Work validate_file(File file, std::uint64_t items) {
  auto keep = std::make_shared<File>(std::move(file));
  return validate(keep, *keep, items, keep->size());
}

Work validate_untouchable(std::uint64_t elements) {
  constexpr std::uint64_t header = 15;
  const auto keep = std::make_shared<Untouchable>(header + elements * 4, Untouchable::page(), [&](Writer& to) {
    to.bytes(as_bytes({"b\2\1 f32", 7}));
    to.u64le(elements);
  });
  return validate(keep, keep->bytes(), 1, 0);
}

// Reads every value of a stream as numbers, as a program would.
Work decode_file(File file) {
  auto keep = std::make_shared<File>(std::move(file));
  const futhark::StreamView stream = futhark_stream(*keep);
  auto memory = std::make_shared<std::vector<std::byte>>(futhark::read_scratch(stream));
  const std::uint64_t expected = stream.values;
  return {[keep, memory, expected] {
            Scratch scratch(*memory);
            const auto decoded = futhark::decode(*keep, scratch);
            check_answer(static_cast<bool>(decoded), "futhark::decode");
            futhark::Values values(*decoded, Scratch(*memory));
            std::uint64_t count = 0;
            for (futhark::ValueView value; values.next(value); ++count) benchmark::DoNotOptimize(value);
            check_answer(count == expected, "futhark::Values");
          },
          1, keep->size(), memory};
}

constexpr std::uint64_t small = 1000;  // for the gate
constexpr std::uint64_t large = 1000000;

void add_binary(Workloads& all, std::uint64_t count) {
  const bool gated = count == small;
  std::string ending = std::to_string(count);
  ending.insert(ending.begin(), '-');
  const auto add = [&](const std::string& name, File (*make)(std::uint64_t)) {
    all.push_back({"validate/futhark/" + name + ending, [=] { return validate_file(make(count), count); }, gated});
  };
  add("scalars", [](std::uint64_t n) { return futhark_scalars(n, Types::one, false); });
  add("scalars-lines", [](std::uint64_t n) { return futhark_scalars(n, Types::one, true); });
  add("mixed", [](std::uint64_t n) { return futhark_scalars(n, Types::mixed, false); });
  add("mixed-lines", [](std::uint64_t n) { return futhark_scalars(n, Types::mixed, true); });
  add("rows", futhark_rows);
  add("text-i32", [](std::uint64_t n) { return futhark_text_array(n, Numbers::i32); });
  add("text-f64", [](std::uint64_t n) { return futhark_text_array(n, Numbers::f64); });
  add("text-scalars-i32", [](std::uint64_t n) { return futhark_text_scalars(n, Numbers::i32); });
  add("text-scalars-f64", [](std::uint64_t n) { return futhark_text_scalars(n, Numbers::f64); });
  for (const Numbers numbers : {Numbers::i32, Numbers::f64}) {
    const std::string name = numbers == Numbers::i32 ? "i32" : "f64";
    all.push_back({"encode/futhark/text-" + name + ending,
                   [=] { return encode_futhark(futhark_text_array(count, numbers), Form::text, count); }, gated});
  }
}

}  // namespace

Workloads workloads_futhark() {
  Workloads all;
  for (const std::uint64_t count : {small, large}) add_binary(all, count);
  constexpr std::uint64_t many = 10000000;
  all.push_back({"validate/futhark/scalars-10000000",
                 [] { return validate_file(futhark_scalars(many, Types::one, false), many); }});
  all.push_back({"validate/futhark/array-1GiB", [] { return validate_untouchable(std::uint64_t{1} << 28); }, true});
  for (const std::uint64_t mebibytes : {1, 64}) {
    const std::string input = "futhark/booleans-" + std::to_string(mebibytes) + "MiB";
    all.push_back(
        {"validate/" + input, [=] { return validate_file(futhark_booleans(mebibytes << 20), 1); }, mebibytes == 1});
    add_floors_of_file(all, input, [=] { return futhark_booleans(mebibytes << 20); });
  }
  for (const FutharkInput& input : futhark_inputs) {
    all.push_back({"decode/futhark/" + std::string(input.name), [input] { return decode_file(input.make()); }});
  }
  return all;
}

}  // namespace hallmark::benchmarks
