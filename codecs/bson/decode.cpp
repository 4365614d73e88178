#include "bson/walk.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

struct VectorWatcher {
  static constexpr bool ranges = false;
  static constexpr bool vectors = true;

  void vector(std::uint64_t document, const Place& place, std::uint64_t offset,
              const bson_vector::VectorView& vector) noexcept {
    sink->vector(document, place, offset, vector);
  }

  VectorSink* sink;
};

}  // namespace

std::uint64_t scratch_bound(Bytes input, const Options& options) noexcept {
  return levels(input, options) * sizeof(Frame);
}

Decoded<DocumentsView> decode(Bytes input, Scratch& scratch, const Options& options) noexcept {
  Findings findings(options.profile);
  Position position(input, scratch, options);
  NoWatcher watcher;
  Walk walk(Reader(input, findings, rule<"bson/truncated">), position, watcher);
  const std::uint64_t vectors = walk.run();
  return walk.in().verdict<DocumentsView>(input, position.document(), vectors);
}

Verdict validate(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Position position(input, scratch, options);
  Findings findings(options.profile, &sink, &position);
  NoWatcher watcher;
  (void)Walk(Reader(input, findings, rule<"bson/truncated">), position, watcher).run();
  return findings.verdict();
}

void visit_vectors(const DocumentsView& documents, Scratch& scratch, const Options& options,
                   VectorSink& sink) noexcept {
  Findings findings(options.profile);
  Position position(documents.input, scratch, options);
  VectorWatcher watcher{&sink};
  (void)Walk(Reader(documents.input, findings, rule<"bson/truncated">), position, watcher).run();
}

}  // namespace hallmark::bson
