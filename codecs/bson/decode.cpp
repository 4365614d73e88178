#include "bson/walk.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {

std::uint64_t scratch_bound(Bytes input, const Options& options) noexcept {
  return levels(input, options) * sizeof(Frame);
}

Decoded<DocumentsView> decode(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Walk<NoWatcher> walk(input, scratch, options);
  const std::uint64_t vectors = walk.run();
  return walk.in().verdict<DocumentsView>(input, walk.position().document(), vectors);
}

Verdict validate(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk<NoWatcher> walk(input, scratch, options, {}, &sink);
  walk.run();
  return walk.in().findings().verdict();
}

void visit_vectors(const DocumentsView& documents, Scratch& scratch, const Options& options,
                   VectorSink& sink) noexcept {
  const auto hear = [&sink](std::uint64_t document, const Place& place, std::uint64_t offset,
                            const bson_vector::VectorView& vector) { sink.vector(document, place, offset, vector); };
  Walk(documents.input, scratch, options, VectorWatcher(hear)).run();
}

}  // namespace hallmark::bson
