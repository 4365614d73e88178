// SPDX-License-Identifier: Apache-2.0
// How the costs of KServe messages grow with the size of an input.
#include <fmt/format.h>

#include "benchmarks/growth/samples.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/kserve/inputs.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::benchmarks::growth {
namespace {

// A request whose parameters, one after the other, are a pattern with numbers that differ and their counts.
Sample parameters(std::uint64_t size, const std::string& pattern) {
  std::string json = R"({"parameters":{)";
  for (std::uint64_t i = 0; json.size() < size; ++i) {
    if (i != 0) json += ',';
    json += fmt::format(fmt::runtime(pattern), i * 7919 % 100000000, i);
  }
  return of_text(json + R"(},"inputs":[{"name":"x","shape":[1],"datatype":"INT32","data":[1]}]})");
}

Sample many_tensors(std::uint64_t size) {
  Random random;
  kserve::OwnedTensors tensors;
  const File one{std::byte{1}, {}, {}, {}};
  for (std::uint64_t left = size / 70 + 1; left > 0; --left) {
    const std::string name = fmt::format("{:016x}", random.below(UINT64_MAX));
    tensors.push_back({name, DType::i32, {1}, one, kserve::Encoding::json});
  }
  return unframed(kserve_body(tensors));
}

Sample wrong_data(std::uint64_t size) {
  const std::string nulls = repeated_text("null,", size);
  return of_text(fmt::format(R"({{"inputs":[{{"name":"x","shape":[{}],"datatype":"INT32","data":[{}null]}}]}})",
                             nulls.size() / 5 + 1, nulls));
}

// Before each list of data are members that a search for its place may pass.
Sample no_numbers(std::uint64_t size) {
  const std::string members = repeated_text("\"a\":1,", size / 3);
  const std::string data = repeated_text("[NaN],", size / 3);
  constexpr auto text = R"({{{0}"inputs":[{{{0}"name":"x","shape":[{1},1],"datatype":"FP32","data":[{2}[NaN]]}}]}})";
  return of_text(fmt::format(text, members, data.size() / 6 + 1, data));
}

Sample json(const char* datatype, std::uint64_t elements) { return unframed(kserve_json({datatype, elements})); }

// The same tensors as a server answers with them.
Sample answered(const Sample& request) {
  std::string text(as_text(request.bytes));
  text.replace(text.find("\"inputs\""), 8, R"("model_name":"m","outputs")");
  return of_text(text);
}

Work encode_kserve(kserve::Role role, const Sample& keep) {
  auto tables = std::make_shared<File>(kserve::scratch_bound(keep.bytes));
  Scratch once(*tables);
  const auto decoded = kserve::decode(role, keep.bytes, once);
  check_answer(static_cast<bool>(decoded), "kserve::decode");
  const kserve::MessageView view = *decoded;
  auto memory = std::make_shared<File>(kserve::encode_scratch(role, view));
  auto out = std::make_shared<File>(kserve::encoded_size(role, view));
  return {[=] {
            (void)keep;
            (void)tables;
            Scratch scratch(*memory);
            const Encoded encoded = kserve::encode(role, view, scratch, *out);
            check_answer(static_cast<bool>(encoded), "kserve::encode");
          },
          1, out->size(), memory};
}

}  // namespace

void add_kserve(Growth& all) {
  const auto add = [&all](const std::string& name, std::function<Sample(std::uint64_t size)> make) {
    all.subjects.push_back({codec_named("kserve-request"), "kserve-request/" + name, std::move(make)});
  };
  add("fp64", [](std::uint64_t size) { return json("FP64", size / 19); });
  add("bytes", [](std::uint64_t size) { return json("BYTES", size / 14); });
  add("many-tensors", many_tensors);
  const std::pair<const char*, std::string> patterns[] = {{"many-keys", R"("key {:08}":{})"},
                                                          {"escaped-keys", R"("\u006bey {:08}":{})"},
                                                          {"same-keys", R"("key":1)"},
                                                          {"nested", R"("{1}":)" + nested("1", 60)}};
  for (const auto& [name, pattern] : patterns) {
    add(name, [pattern = pattern](std::uint64_t size) { return parameters(size, pattern); });
  }
  add("findings", wrong_data);
  add("no-numbers", no_numbers);
  using kserve::Role;
  all.encoders.push_back({"encode/kserve-request/fp64",
                          [](std::uint64_t size) { return encode_kserve(Role::request, json("FP64", size / 19)); }});
  all.encoders.push_back({"encode/kserve-request/many-tensors",
                          [](std::uint64_t size) { return encode_kserve(Role::request, many_tensors(size)); }});
  all.encoders.push_back({"encode/kserve-response/many-tensors", [](std::uint64_t size) {
                            return encode_kserve(Role::response, answered(many_tensors(size)));
                          }});
}

}  // namespace hallmark::benchmarks::growth
