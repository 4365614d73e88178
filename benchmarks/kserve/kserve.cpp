// decode/kserve-request/<input>: a typical request, the same with an inaccessible payload, and 5 MB of JSON data of
// each datatype. scratch/… measures scratch_bound alone, punctuation/… what it does with long JSON.
#include "hallmark/kserve.hpp"

#include <memory>
#include <string>

#include "benchmarks/harness/untouchable.hpp"
#include "benchmarks/harness/workload.hpp"
#include "benchmarks/kserve/inputs.hpp"
#include "codecs/core/processor.hpp"
#include "codecs/kserve/punctuation.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t calls = 1000;

Options framed(std::uint64_t header_length) {
  Options options;
  options.header_length = header_length;
  return options;
}

template <class Keep>
Work decode(Keep keep, Bytes body, const Options& options, std::uint64_t items, std::uint64_t bytes) {
  auto memory = std::make_shared<std::vector<std::byte>>(kserve::scratch_bound(body, options));
  const auto call = [keep, memory, body, options](std::uint64_t) {
    clobber_memory();
    Scratch scratch(*memory);
    const auto decoded = kserve::decode(kserve::Role::request, body, scratch, options);
    check_answer(decoded && decoded->tensors.size() == 1, "kserve::decode");
  };
  return repeated(items, bytes, call, memory);
}

Work scratch(Body made) {
  auto keep = std::make_shared<Body>(std::move(made));
  return repeated(calls, 0, [keep](std::uint64_t) {
    clobber_memory();
    check_answer(kserve::scratch_bound(keep->bytes, framed(keep->header_length)) != 0, "kserve::scratch_bound");
  });
}

// What scratch_bound counts in JSON that is not short, with the vectors of this processor or without.
Work punctuation(const KserveData& data, bool vectors) {
  auto keep = std::make_shared<Body>(kserve_json(data));
  return repeated(calls, keep->bytes.size(), [keep, vectors](std::uint64_t) {
    clobber_memory();
    check_answer(kserve::punctuation_of(keep->bytes, vectors).braces == 2, "kserve::punctuation_of");
  });
}

Work decode_typical(bool header_framed) {
  auto keep = std::make_shared<Body>(kserve_typical());
  return decode(keep, keep->bytes, header_framed ? framed(keep->header_length) : Options(), calls, 0);
}

Work decode_untouchable() {
  const Body body = kserve_typical();
  const std::uint64_t locked = Untouchable::page();
  const auto keep = std::make_shared<Untouchable>(
      body.bytes.size(), locked, [&body](Writer& to) { to.bytes(Bytes(body.bytes).first(body.header_length)); });
  return decode(keep, keep->bytes(), framed(body.header_length), calls, 0);
}

Work decode_json(const KserveData& data) {
  auto keep = std::make_shared<Body>(kserve_json(data));
  return decode(keep, keep->bytes, framed(keep->header_length), 1, keep->bytes.size());
}

}  // namespace

Workloads workloads_kserve() {
  Workloads all;
  const std::string format = "/kserve-request/";
  all.push_back({"decode" + format + "typical", [] { return decode_typical(true); }, true});
  all.push_back({"decode" + format + "typical-unframed", [] { return decode_typical(false); }, true});
  all.push_back({"decode" + format + "typical-untouchable", [] { return decode_untouchable(); }});
  all.push_back({"scratch" + format + "typical", [] { return scratch(kserve_typical()); }, true});
  constexpr KserveData counted{"INT32", 450};
  all.push_back({"punctuation" + format + "portable", [=] { return punctuation(counted, false); }, true});
  if (processor_has_vectors()) {
    all.push_back({"punctuation" + format + "vectors", [=] { return punctuation(counted, true); }, true});
  }
  for (const KserveData& data : kserve_data) {
    all.push_back({"decode" + format + "json-" + std::string(data.datatype), [data] { return decode_json(data); }});
    KserveData few = data;
    few.elements /= 1000;
    all.push_back(
        {"decode" + format + "json-small-" + std::string(data.datatype), [few] { return decode_json(few); }, true});
  }
  return all;
}

}  // namespace hallmark::benchmarks
