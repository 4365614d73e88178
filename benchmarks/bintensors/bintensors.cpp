// decode/<layout>/<input>, read/<layout>/<input> (scratch_bound and decode, as for a new file) and
// encode/<layout>/<input>, with floors for the same bytes. For files of many tensors an item is a tensor, for other
// inputs a file.
#include <memory>
#include <string>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/harness/workload.hpp"
#include "codecs/bintensors/rules.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;

// `keep` owns the bytes. `refusal` is the rule that the input breaks, or null.
template <class Keep>
Work decode(Layout layout, Keep keep, Bytes input, std::uint64_t items, std::uint64_t bytes,
            const Rule* refusal = nullptr) {
  auto memory = std::make_shared<std::vector<std::byte>>(bintensors::scratch_bound(layout, input));
  Scratch once(*memory);
  const auto file = bintensors::decode(layout, input, once);
  check_answer(file.violation().rule == refusal, "bintensors::decode");
  const std::uint64_t expected = file ? file->size() : 0;
  return {[=] {
            clobber_memory();
            Scratch scratch(*memory);
            const auto decoded = bintensors::decode(layout, input, scratch);
            const bool right = decoded ? decoded->size() == expected : decoded.violation().rule == refusal;
            check_answer(right, "bintensors::decode");
            (void)keep;
          },
          items, bytes, memory};
}

Work decode_tensors(Layout layout, std::uint32_t count, Order order) {
  auto keep = std::make_shared<File>(bintensors_tensors(layout, count, order));
  return decode(layout, keep, *keep, count, 0);
}

Work read_tensors(Layout layout, std::uint32_t count, Order order) {
  auto keep = std::make_shared<File>(bintensors_tensors(layout, count, order));
  const Work work = decode(layout, keep, *keep, count, 0);
  const std::uint64_t bound = bintensors::scratch_bound(layout, *keep);
  return {[=] {
            clobber_memory();
            check_answer(bintensors::scratch_bound(layout, *keep) == bound, "bintensors::scratch_bound");
            work.run();
          },
          count, 0, work.scratch};
}

Work decode_booleans(Layout layout, std::uint64_t size) {
  auto keep = std::make_shared<File>(bintensors_booleans(layout, size));
  return decode(layout, keep, *keep, 1, keep->size());
}

Work decode_header(Layout layout, Header header) {
  auto keep = std::make_shared<File>(bintensors_header(layout, header));
  const bool refused = header == Header::empty_names || header == Header::wide_empty;
  return decode(layout, keep, *keep, 1, keep->size(),
                refused ? &bintensors::rule<"bintensors/duplicate-name"> : nullptr);
}

Work decode_untouchable(Layout layout, std::uint64_t size) {
  const std::shared_ptr<Untouchable> keep(new Untouchable(bintensors_model(layout, size)));
  return decode(layout, keep, keep->bytes(), 1, 0);
}

void add_layout(Workloads& all, Layout layout) {
  const std::string id(id_of(layout));
  const auto add = [&](const std::string& name, std::function<Work()> prepare, bool gated = false) {
    all.push_back({name, std::move(prepare), gated});
  };
  for (const Order order : {Order::written, Order::shuffled}) {
    const std::string input = id + (order == Order::written ? "/written-" : "/shuffled-");
    add("decode/" + input + "2000", [=] { return decode_tensors(layout, 2000, order); }, true);
    add("encode/" + input + "2000", [=] { return encode_bintensors(layout, 2000, order); }, true);
    add("encode/" + input + "100000", [=] { return encode_bintensors(layout, 100000, order); });
  }
  for (const BintensorsInput& input : bintensors_inputs) {
    add("decode/" + id + "/" + std::string(input.name),
        [=] { return decode_tensors(layout, input.tensors, input.order); });
    add("read/" + id + "/" + std::string(input.name), [=] { return read_tensors(layout, input.tensors, input.order); });
  }
  add("decode/" + id + "/model-1GiB", [=] { return decode_untouchable(layout, std::uint64_t{1} << 30); }, true);
  for (const std::uint64_t mebibytes : {1, 64}) {
    add(
        "decode/" + id + "/booleans-" + std::to_string(mebibytes) + "MiB",
        [=] { return decode_booleans(layout, mebibytes << 20); }, mebibytes == 1);
  }
  constexpr std::pair<Header, std::string_view> headers[] = {{Header::short_names, "short-names"},
                                                             {Header::empty_names, "empty-names"},
                                                             {Header::wide_empty, "wide-empty-names"},
                                                             {Header::long_prefixes, "long-prefixes"},
                                                             {Header::huge_prefixes, "huge-prefixes"}};
  for (const auto& [header, name] : headers) {
    add("decode/" + id + "/header-100MB-" + std::string(name),
        [=, one = header] { return decode_header(layout, one); });
  }
}

}  // namespace

Workloads workloads_bintensors() {
  Workloads all;
  for (const Layout layout : {Layout::v0, Layout::v1}) add_layout(all, layout);
  // Masks must be read completely, from cache and from memory.
  for (const std::uint64_t mebibytes : {1, 64}) {
    add_floors_of_file(all, "bintensors/booleans-" + std::to_string(mebibytes) + "MiB",
                       [mebibytes] { return bintensors_booleans(Layout::v1, mebibytes << 20); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
