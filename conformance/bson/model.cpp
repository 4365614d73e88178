// SPDX-License-Identifier: Apache-2.0
// The common model of `bson`: its vectors, with the path of each.
#include "conformance/model/model.hpp"

#include <exception>

#include "conformance/bson_vector/value.hpp"
#include "conformance/model/formats.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

// Vectors passes them on. A codec cannot pass an error on: it is kept, and ends the walk.
class Vectors final : public ElementSink {
 public:
  explicit Vectors(conformance::ValueSink& sink) : sink_(sink) {}

  bool element(const Element& element, const Place& place) noexcept override try {
    const auto vector = vector_of(element);
    if (!vector) return true;
    const std::string path = sink_.path(place);
    conformance::Entry entry = bson_vector::entry_of(*vector);
    entry.key = "path";
    entry.name = path;
    conformance::Json members = {{"document", reports::number(element.document)}};
    members.update(entry.members);
    entry.members = std::move(members);
    sink_.entry(entry);
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
  void finish() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  conformance::ValueSink& sink_;
  std::exception_ptr failure_;
};

void show_value(Bytes input, const Options& options, conformance::ValueSink& sink) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  const auto documents = decode(input, scratch, options);
  if (!documents) return;
  scratch = memory.of(scratch_bound(input, options));
  sink.member("documents", reports::number(documents->documents));
  sink.begin_list("vectors", documents->vectors);
  Vectors vectors(sink);
  (void)visit_elements(*documents, scratch, options, vectors);
  vectors.finish();
  sink.end();
}

}  // namespace

constexpr conformance::Model bson_model{.format = "bson", .show = show_value, .encode = nullptr};

}  // namespace hallmark::bson
