// How the costs of BSON grow with the size of an input.
#include "benchmarks/bson/documents.hpp"
#include "benchmarks/growth/samples.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::benchmarks::growth {
namespace {

File built(std::uint64_t size, const std::function<void(bson::Builder&)>& write) {
  File memory(2 * size + 65536);
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

File one_array(std::uint64_t size) {
  return built(size, [size](bson::Builder& to) {
    to.begin_document();
    to.begin_array("all");
    while (to.size() < size) to.int32("", 1);
    to.end();
    to.end();
  });
}

Work build_bson(std::uint64_t size) {
  auto out = std::make_shared<File>(size + 4096);
  return {[=] {
            bson::Builder to(*out);
            while (to.size() < size) {
              to.begin_document();
              to.string("title", "a title of some words");
              to.begin_array("numbers");
              for (int i = 0; i < 20; ++i) to.int32("", i);
              to.end();
              to.end();
            }
            check_answer(static_cast<bool>(to.finish()), "bson::Builder");
          },
          1, size};
}

}  // namespace

void add_bson(Growth& all) {
  const Codec* codec = codec_named("bson");
  const auto records = [](std::uint64_t size) { return Sample{nullptr, documents(Collection::records, size), {}}; };
  const auto nested_documents = [](std::uint64_t size) { return built(size, nested_document); };
  const auto findings = [](std::uint64_t size) {
    return of_text(repeated_text({"\x09\0\0\0\x08k\0\2\0", 9}, size));  // {k: a boolean of 2}
  };
  all.subjects.push_back({codec, "bson/records", records});
  all.subjects.push_back({codec, "bson/nested", nested_documents});
  all.subjects.push_back({codec, "bson/one-array", one_array});
  all.subjects.push_back({codec, "bson/findings", findings});
  all.encoders.push_back({"encode/bson/documents", build_bson});
}

}  // namespace hallmark::benchmarks::growth
