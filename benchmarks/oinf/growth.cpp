// How the costs of OINF grow with the size of an input.
#include <memory>

#include "benchmarks/growth/samples.hpp"
#include "benchmarks/oinf/inputs.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks::growth {
namespace {

Work encode_oinf(std::uint64_t size) {
  auto keep = std::make_shared<Kept<oinf::ModelView>>();
  keep->input = oinf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  keep->tables.resize(oinf::scratch_bound(keep->input));
  Scratch once(keep->tables);
  const auto decoded = oinf::decode(keep->input, once);
  check_answer(static_cast<bool>(decoded), "oinf::decode");
  keep->view = *decoded;
  auto memory = std::make_shared<Memory>(oinf::encode_scratch(keep->view));
  auto out = std::make_shared<Memory>(oinf::encoded_size(keep->view));
  return {[=] {
            Scratch scratch(*memory);
            check_answer(static_cast<bool>(oinf::encode(keep->view, scratch, *out)), "oinf::encode");
          },
          1, out->size(), memory};
}

}  // namespace

void add_oinf(Growth& all) {
  const Codec* codec = codec_named("oinf");
  const auto tables = [](std::uint64_t size) {
    return oinf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  };
  all.subjects.push_back({codec, "oinf/shuffled", plain(tables)});
  all.subjects.push_back({codec, "oinf/metadata",
                 plain([](std::uint64_t size) { return oinf_metadata(static_cast<std::uint32_t>(size / 90)); })});
  all.subjects.push_back(
      {codec, "oinf/findings", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "!!!!!!"); }});
  all.subjects.push_back(
      {codec, "oinf/same-names", [tables](std::uint64_t size) { return overwritten(tables(size), "dim_", "000000"); }});
  all.encoders.push_back({"encode/oinf/shuffled", encode_oinf});
}

}  // namespace hallmark::benchmarks::growth
