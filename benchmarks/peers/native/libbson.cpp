// SPDX-License-Identifier: Apache-2.0
// libbson in its two ways to read: bson_validate, which walks every element and checks the text, but does not look
// inside binaries; and its iterator, which shows every element, and checks the text on the way.
#include "benchmarks/peers/native/work.hpp"

#ifdef HALLMARK_PEER_LIBBSON

#include <bson/bson.h>

namespace hallmark::benchmarks {
namespace {

constexpr auto vector_subtype = static_cast<bson_subtype_t>(9);

struct Totals {
  std::uint64_t vectors = 0;
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;
  bool summed = false;
  bool broken = false;
};

bool visit_binary(const bson_iter_t*, const char*, bson_subtype_t subtype, std::size_t size, const std::uint8_t* data,
                  void* to) {
  auto& totals = *static_cast<Totals*>(to);
  if (subtype != vector_subtype || size < 2) return false;
  ++totals.vectors;
  totals.bytes += size - 2;
  if (totals.summed) {
    for (std::size_t i = 2; i < size; ++i) totals.sum += data[i];
  }
  return false;
}
bool visit_document(const bson_iter_t*, const char*, const bson_t* document, void* to);

const bson_visitor_t& visitor() {
  static const bson_visitor_t made = [] {
    bson_visitor_t visitor{};
    visitor.visit_binary = visit_binary;
    visitor.visit_document = visit_document;
    visitor.visit_array = visit_document;
    visitor.visit_corrupt = [](const bson_iter_t*, void* to) { static_cast<Totals*>(to)->broken = true; };
    return visitor;
  }();
  return made;
}

bool visit_document(const bson_iter_t*, const char*, const bson_t* document, void* to) {
  bson_iter_t iterator;
  return !bson_iter_init(&iterator, document) || bson_iter_visit_all(&iterator, &visitor(), to);
}

// each calls `read` with every document; 0 if one of them is refused.
template <class Read>
std::uint64_t each(Bytes input, Read read) {
  std::uint64_t documents = 0;
  for (; !input.empty(); ++documents) {
    const auto length = load_le<std::uint32_t>(input.data());
    bson_t document;
    if (!bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(input.data()), length) || !read(document)) {
      return 0;
    }
    input = input.subspan(length);
  }
  return documents;
}

std::uint64_t validated(Bytes input) {
  constexpr auto flags = static_cast<bson_validate_flags_t>(BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL);
  return each(input, [](const bson_t& document) { return bson_validate(&document, flags, nullptr); });
}

std::uint64_t iterated(Bytes input, Totals& totals) {
  return each(input, [&totals](const bson_t& document) {
    return !visit_document(nullptr, nullptr, &document, &totals) && !totals.broken;
  });
}

}  // namespace

void add_libbson(std::vector<Peer>& peers) {
  const auto answer = [](const Input& input) {
    Totals totals;
    totals.summed = true;
    const std::uint64_t documents = iterated(input->bytes(), totals);
    return answer_of({{"documents", documents},
                      {"vectors", totals.vectors},
                      {"vector_bytes", totals.bytes},
                      {"vector_sum", totals.sum}});
  };
  const std::string version = bson_get_version();
  peers.push_back({"libbson-validate", version, [=](const auto&, const auto&, const std::string& path) -> PeerWork {
                     const Input input = input_of(path);
                     return {[=] { return validated(input->bytes()); }, [=] { return answer(input); }};
                   }});
  peers.push_back({"libbson-iterator", version, [=](const auto&, const auto&, const std::string& path) -> PeerWork {
                     const Input input = input_of(path);
                     return {[=] {
                               Totals totals;
                               return iterated(input->bytes(), totals);
                             },
                             [=] { return answer(input); }};
                   }});
}

}  // namespace hallmark::benchmarks

#else

namespace hallmark::benchmarks {
void add_libbson(std::vector<Peer>&) {}
}  // namespace hallmark::benchmarks

#endif
