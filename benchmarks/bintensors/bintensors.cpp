// SPDX-License-Identifier: Apache-2.0
// decode/<layout>/<input>, read/<layout>/<input> (scratch_bound and decode, as for a new file) and
// encode/<layout>/<input>, with floors for the same bytes. For files of many tensors an item is a tensor, for other
// inputs a file.
#include <fmt/format.h>

#include "benchmarks/bintensors/inputs.hpp"

namespace hallmark::benchmarks {
namespace {

using bintensors::Layout;

Work reading(const Codec& codec, const Sample& sample) {
  const Work work = decoding(codec, sample);
  return {[&codec, sample, work] {
            const std::uint64_t bound = codec.scratch_bound(sample.bytes, sample.options);
            check_answer(bound == work.scratch->size(), "scratch_bound");
            work.run();
          },
          1, 0, work.scratch};
}

Work decode_header(const Codec& codec, Layout layout, Header header) {
  const bool refused = header == Header::empty_names || header == Header::wide_empty;
  return decoding(codec, bintensors_header(layout, header), refused ? "bintensors/duplicate-name" : "");
}

void add_layout(Workloads& all, Layout layout) {
  const Codec& codec = *codec_named(id_of(layout));
  const auto add = [&](std::string_view operation, const std::string& input, std::function<Work()> prepare,
                       bool gated = false) {
    all.push_back({fmt::format("{}/{}/{}", operation, codec.id, input), std::move(prepare), gated});
  };
  for (const std::uint32_t count : {2000U, 100000U, 1000000U}) {
    for (const Order order : {Order::written, Order::shuffled}) {
      const std::string input = fmt::format("{}-{}", order == Order::written ? "written" : "shuffled", count);
      const bool gated = count == 2000;
      const auto decode = [=, &codec] {
        return of_items(count, decoding(codec, bintensors_tensors(layout, count, order)));
      };
      const auto read = [=, &codec] {
        return of_items(count, reading(codec, bintensors_tensors(layout, count, order)));
      };
      add("decode", input, decode, gated);
      if (!gated) add("read", input, read);
      if (count <= 100000) add("encode", input, [=] { return encode_bintensors(layout, count, order); }, gated);
    }
  }
  const auto model = [=, &codec] { return of_items(1, decoding(codec, bintensors_model(layout, 1U << 30))); };
  add("decode", "model-1GiB", model, true);
  for (const std::uint64_t mebibytes : {1, 64}) {
    const auto decode = [=, &codec] { return decoding(codec, bintensors_booleans(layout, mebibytes << 20)); };
    add("decode", fmt::format("booleans-{}MiB", mebibytes), decode, mebibytes == 1);
  }
  constexpr std::pair<Header, std::string_view> headers[] = {{Header::short_names, "short-names"},
                                                             {Header::empty_names, "empty-names"},
                                                             {Header::wide_empty, "wide-empty-names"},
                                                             {Header::long_prefixes, "long-prefixes"},
                                                             {Header::huge_prefixes, "huge-prefixes"}};
  for (const auto& [header, name] : headers) {
    add("decode", fmt::format("header-100MB-{}", name),
        [=, &codec, one = header] { return decode_header(codec, layout, one); });
  }
}

}  // namespace

Workloads workloads_bintensors() {
  Workloads all;
  for (const Layout layout : {Layout::v0, Layout::v1}) add_layout(all, layout);
  // Masks must be read completely, from cache and from memory.
  for (const std::uint64_t mebibytes : {1, 64}) {
    add_floors(all, fmt::format("bintensors/booleans-{}MiB", mebibytes),
               [mebibytes] { return bintensors_booleans(Layout::v1, mebibytes << 20); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
