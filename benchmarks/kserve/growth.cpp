// How the costs of KServe messages grow with the size of an input.
#include <fmt/format.h>

#include <memory>

#include "benchmarks/growth/samples.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/kserve/inputs.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::benchmarks::growth {
namespace {

// A request whose parameters, one after the other, are what `member` appends.
Sample parameters(std::uint64_t size, const std::function<void(std::string&, std::uint64_t)>& member) {
  std::string json = R"({"parameters":{)";
  for (std::uint64_t i = 0; json.size() < size; ++i) {
    if (i != 0) json += ',';
    member(json, i);
  }
  return of_text(json + R"(},"inputs":[{"name":"x","shape":[1],"datatype":"INT32","data":[1]}]})");
}

Sample many_tensors(std::uint64_t size) {
  Random random;
  std::string json = R"({"inputs":[)";
  while (json.size() < size) {
    if (json.back() == '}') json += ',';
    json += fmt::format(R"({{"name":"{:016x}","shape":[1],"datatype":"INT32","data":[1]}})", random.below(UINT64_MAX));
  }
  return of_text(json + "]}");
}

Sample wrong_data(std::uint64_t size) {
  const std::string nulls = repeated_text("null,", size);
  return of_text(fmt::format(R"({{"inputs":[{{"name":"x","shape":[{}],"datatype":"INT32","data":[{}null]}}]}})",
                             nulls.size() / 5 + 1, nulls));
}

Work encode_kserve(std::uint64_t size) {
  auto keep = std::make_shared<Kept<kserve::MessageView>>();
  keep->input = kserve_json({"FP64", size / 19}).bytes;
  keep->tables.resize(kserve::scratch_bound(keep->input));
  Scratch once(keep->tables);
  const auto decoded = kserve::decode(kserve::Role::request, keep->input, once);
  check_answer(static_cast<bool>(decoded), "kserve::decode");
  keep->view = *decoded;
  auto memory = std::make_shared<Memory>(kserve::encode_scratch(kserve::Role::request, keep->view));
  auto out = std::make_shared<Memory>(kserve::encoded_size(kserve::Role::request, keep->view));
  return {[=] {
            Scratch scratch(*memory);
            const Encoded encoded = kserve::encode(kserve::Role::request, keep->view, scratch, *out);
            check_answer(static_cast<bool>(encoded), "kserve::encode");
          },
          1, out->size(), memory};
}

}  // namespace

void add_kserve(Growth& all) {
  const Codec* codec = codec_named("kserve-request");
  const auto json = [](const char* datatype, std::uint64_t element) {
    return plain([=](std::uint64_t size) { return kserve_json({datatype, size / element}).bytes; });
  };
  all.subjects.push_back({codec, "kserve-request/fp64", json("FP64", 19)});
  all.subjects.push_back({codec, "kserve-request/bytes", json("BYTES", 14)});
  all.subjects.push_back({codec, "kserve-request/many-tensors", many_tensors});
  all.subjects.push_back({codec, "kserve-request/many-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("key {:08}":{})", i * 7919 % 100000000, i);
                   });
                 }});
  all.subjects.push_back({codec, "kserve-request/escaped-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("\u006bey {:08}":{})", i * 7919 % 100000000, i);
                   });
                 }});
  all.subjects.push_back({codec, "kserve-request/same-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t) { to += R"("key":1)"; });
                 }});
  all.subjects.push_back({codec, "kserve-request/nested", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("{}":{})", i, nested("1", 60));
                   });
                 }});
  all.subjects.push_back({codec, "kserve-request/findings", wrong_data});
  all.encoders.push_back({"encode/kserve-request/fp64", encode_kserve});
}

}  // namespace hallmark::benchmarks::growth
