#include <stdexcept>

#include "benchmarks/growth/growth.hpp"
#include "conformance/generate/generator.hpp"

namespace hallmark::benchmarks::growth {
namespace {

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

}  // namespace

Growth of_formats() {
  Growth all;
  for (const Codec* codec : all_codecs()) {
    all.subjects.push_back(
        {codec, std::string(codec->id) + "/sized", [codec](std::uint64_t size) { return sized(*codec, size); }});
  }
  add_families(all);
  return all;
}

}  // namespace hallmark::benchmarks::growth
