#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/growth/growth.hpp"
#include "benchmarks/harness/documents.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/kserve/inputs.hpp"
#include "benchmarks/oinf/inputs.hpp"
#include "conformance/generate/generator.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::benchmarks::growth {
namespace {

using Make = std::function<Sample(std::uint64_t)>;

class Collected final : public conformance::ByteSink {
 public:
  void write(Bytes piece) override { bytes.insert(bytes.end(), piece.begin(), piece.end()); }
  std::vector<std::byte> bytes;
};

Sample sized(const Codec& codec, std::uint64_t size) {
  const conformance::Generator* generator = conformance::generator_named(codec.id);
  if (generator == nullptr) throw std::runtime_error("a format without a generator");
  Collected out;
  Options options;
  options.header_length = generator->sized(1, size, out).header_length;
  return {std::move(out.bytes), options};
}

Sample of_text(const std::string& text) {
  const Bytes bytes = as_bytes(text);
  return {{bytes.begin(), bytes.end()}, {}};
}

std::string repeated_text(std::string_view text, std::uint64_t size) {
  std::string all;
  while (all.size() < size) all += text;
  return all;
}

// Puts `text` behind every place where `mark` stands.
Sample overwritten(std::vector<std::byte> bytes, std::string_view mark, std::string_view text) {
  const Bytes sought = as_bytes(mark);
  const Bytes put = as_bytes(text);
  auto at = bytes.begin();
  while ((at = std::search(at, bytes.end(), sought.begin(), sought.end())) != bytes.end()) {
    at = std::copy(put.begin(), put.end(), at + static_cast<std::ptrdiff_t>(sought.size()));
  }
  return {std::move(bytes), {}};
}

std::vector<std::byte> built(std::uint64_t size, const std::function<void(bson::Builder&)>& write) {
  std::vector<std::byte> memory(2 * size + 65536);
  bson::Builder to(memory);
  while (to.size() < size) write(to);
  const Encoded encoded = to.finish();
  check_answer(static_cast<bool>(encoded), "bson::Builder");
  memory.resize(encoded.size);
  return memory;
}

void nested_document(bson::Builder& to) {
  to.begin_document();
  for (std::uint32_t level = 1; level < bson::Builder::deepest; ++level) to.begin_document("level");
  for (std::uint32_t level = 0; level < bson::Builder::deepest; ++level) to.end();
}

std::vector<std::byte> one_array(std::uint64_t size) {
  return built(size, [size](bson::Builder& to) {
    to.begin_document();
    to.begin_array("all");
    while (to.size() < size) to.int32("", 1);
    to.end();
    to.end();
  });
}

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

std::string nested(std::string_view inside, std::uint64_t levels) {
  return std::string(levels, '[') + std::string(inside) + std::string(levels, ']');
}

Make plain(std::function<std::vector<std::byte>(std::uint64_t)> make) {
  return [make = std::move(make)](std::uint64_t size) { return Sample{make(size), {}}; };
}

void add_bson(std::vector<Subject>& all) {
  const Codec* codec = codec_named("bson");
  all.push_back({codec, "bson/records", plain([](std::uint64_t size) {
                   const Bytes made = documents(Collection::records, size);
                   return std::vector<std::byte>(made.begin(), made.end());
                 })});
  all.push_back({codec, "bson/nested", plain([](std::uint64_t size) { return built(size, nested_document); })});
  all.push_back({codec, "bson/one-array", plain(one_array)});
  all.push_back({codec, "bson/findings", [](std::uint64_t size) {
                   return of_text(repeated_text({"\x09\0\0\0\x08k\0\2\0", 9}, size));  // {k: a boolean of 2}
                 }});
}

void add_bintensors(std::vector<Subject>& all) {
  constexpr std::uint64_t tensor = 50;  // bytes, about
  for (const bintensors::Layout layout : {bintensors::Layout::v0, bintensors::Layout::v1}) {
    const std::string id(id_of(layout));
    const auto tensors = [layout](std::uint64_t size) {
      return bintensors_tensors(layout, static_cast<std::uint32_t>(size / tensor), Order::shuffled);
    };
    all.push_back({codec_named(id), id + "/shuffled", plain(tensors)});
    // The names of all layers become that of the first.
    all.push_back({codec_named(id), id + "/findings",
                   [tensors](std::uint64_t size) { return overwritten(tensors(size), "layer.", "000000"); }});
  }
}

void add_oinf(std::vector<Subject>& all) {
  const Codec* codec = codec_named("oinf");
  const auto tables = [](std::uint64_t size) {
    return oinf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  };
  all.push_back({codec, "oinf/shuffled", plain(tables)});
  all.push_back({codec, "oinf/metadata",
                 plain([](std::uint64_t size) { return oinf_metadata(static_cast<std::uint32_t>(size / 90)); })});
  all.push_back(
      {codec, "oinf/findings", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "!!!!!!"); }});
  all.push_back(
      {codec, "oinf/same-names", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "000000"); }});
}

void add_futhark(std::vector<Subject>& all) {
  const Codec* codec = codec_named("futhark");
  all.push_back({codec, "futhark/mixed-lines",
                 plain([](std::uint64_t size) { return futhark_scalars(size / 11, Types::mixed, true); })});
  all.push_back({codec, "futhark/rows", plain([](std::uint64_t size) { return futhark_rows(size / 31); })});
  all.push_back({codec, "futhark/text-i32",
                 plain([](std::uint64_t size) { return futhark_text_array(size / 12, Numbers::i32); })});
  all.push_back({codec, "futhark/text-f64",
                 plain([](std::uint64_t size) { return futhark_text_array(size / 21, Numbers::f64); })});
  all.push_back({codec, "futhark/text-scalars",
                 plain([](std::uint64_t size) { return futhark_text_scalars(size / 14, Numbers::i32); })});
  all.push_back({codec, "futhark/nested",
                 [](std::uint64_t size) { return of_text(repeated_text(nested("1", 100) + "\n", size)); }});
  all.push_back({codec, "futhark/findings", [](std::uint64_t size) {
                   return of_text(repeated_text({"b\2\0bool\2", 8}, size));  // a bool of 2
                 }});
}

void add_kserve(std::vector<Subject>& all) {
  const Codec* codec = codec_named("kserve-request");
  const auto json = [](const char* datatype, std::uint64_t element) {
    return plain([=](std::uint64_t size) { return kserve_json({datatype, size / element}).bytes; });
  };
  all.push_back({codec, "kserve-request/fp64", json("FP64", 19)});
  all.push_back({codec, "kserve-request/bytes", json("BYTES", 14)});
  all.push_back({codec, "kserve-request/many-tensors", many_tensors});
  all.push_back({codec, "kserve-request/many-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("key {:08}":{})", i * 7919 % 100000000, i);
                   });
                 }});
  all.push_back({codec, "kserve-request/escaped-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("\u006bey {:08}":{})", i * 7919 % 100000000, i);
                   });
                 }});
  all.push_back({codec, "kserve-request/same-keys", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t) { to += R"("key":1)"; });
                 }});
  all.push_back({codec, "kserve-request/nested", [](std::uint64_t size) {
                   return parameters(size, [](std::string& to, std::uint64_t i) {
                     to += fmt::format(R"("{}":{})", i, nested("1", 60));
                   });
                 }});
  all.push_back({codec, "kserve-request/findings", wrong_data});
}

}  // namespace

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const Codec* codec : all_codecs()) {
    all.push_back(
        {codec, std::string(codec->id) + "/sized", [codec](std::uint64_t size) { return sized(*codec, size); }});
  }
  add_bson(all);
  add_bintensors(all);
  add_oinf(all);
  add_futhark(all);
  add_kserve(all);
  return all;
}

}  // namespace hallmark::benchmarks::growth
