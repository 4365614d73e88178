// decode/oinf/<input> and encode/oinf/<input>, with floors for the same bytes. For tables an item is an entry, for
// other inputs a file.
#include "hallmark/oinf.hpp"

#include <memory>
#include <string>

#include "benchmarks/harness/workload.hpp"
#include "benchmarks/oinf/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

std::uint64_t entries_of(const oinf::ModelView& model) {
  return model.sizevars.size() + model.metadata.size() + model.tensors.size();
}

// `keep` owns the bytes.
template <class Keep>
Work decode(Keep keep, Bytes input, std::uint64_t items, std::uint64_t bytes) {
  auto memory = std::make_shared<std::vector<std::byte>>(oinf::scratch_bound(input));
  Scratch once(*memory);
  const auto model = oinf::decode(input, once);
  check_answer(static_cast<bool>(model), "oinf::decode");
  const std::uint64_t expected = entries_of(*model);
  return {[keep, memory, input, expected] {
            clobber_memory();
            Scratch scratch(*memory);
            const auto decoded = oinf::decode(input, scratch);
            check_answer(decoded && entries_of(*decoded) == expected, "oinf::decode");
          },
          items, bytes, memory};
}

Work decode_entries(File file, std::uint64_t entries) {
  auto keep = std::make_shared<File>(std::move(file));
  return decode(keep, *keep, entries, 0);
}

Work decode_file(File file) {
  auto keep = std::make_shared<File>(std::move(file));
  return decode(keep, *keep, 1, keep->size());
}

Work decode_untouchable(std::uint64_t size) {
  const std::shared_ptr<Untouchable> keep(new Untouchable(oinf_model(size)));
  return decode(keep, keep->bytes(), 1, 0);
}

constexpr std::uint32_t large = 200000;  // size variables, with half as many tensors: the performance goal
constexpr std::uint32_t small = 2000;    // for the gate

}  // namespace

Workloads workloads_oinf() {
  Workloads all;
  for (const TableOrder order : {TableOrder::sorted, TableOrder::shuffled}) {
    const std::string name = order == TableOrder::sorted ? "oinf/sorted-" : "oinf/shuffled-";
    for (const std::uint32_t sizevars : {small, large}) {
      const std::uint32_t entries = sizevars + sizevars / 2;
      const std::string input = name + std::to_string(entries);
      const bool gated = sizevars == small;
      all.push_back({"decode/" + input, [=] { return decode_entries(oinf_tables(sizevars, order), entries); }, gated});
      all.push_back({"encode/" + input, [=] { return encode_oinf(oinf_tables(sizevars, order), entries); }, gated});
    }
  }
  for (const OinfInput& input : oinf_inputs) {
    all.push_back({"decode/oinf/" + std::string(input.name), [input] { return decode_file(input.make()); }});
  }
  all.push_back({"decode/oinf/metadata-2000", [] { return decode_entries(oinf_metadata(2000), 2000); }, true});
  all.push_back({"decode/oinf/metadata-100000", [] { return decode_entries(oinf_metadata(100000), 100000); }});
  all.push_back({"decode/oinf/model-1GiB", [] { return decode_untouchable(std::uint64_t{1} << 30); }, true});
  for (const std::uint64_t mebibytes : {1, 64}) {
    const std::string input = "oinf/booleans-" + std::to_string(mebibytes) + "MiB";
    const auto file = [mebibytes] { return oinf_booleans(mebibytes << 20); };
    all.push_back({"decode/" + input, [file] { return decode_file(file()); }, mebibytes == 1});
  }
  // Tables and masks must be read completely.
  add_floors_of_file(all, "oinf/sorted-300000", [] { return oinf_tables(large, TableOrder::sorted); });
  add_floors_of_file(all, "oinf/booleans-64MiB", [] { return oinf_booleans(std::uint64_t{64} << 20); });
  return all;
}

}  // namespace hallmark::benchmarks
