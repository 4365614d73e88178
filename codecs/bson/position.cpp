#include "bson/walk.hpp"

namespace hallmark::bson {

// documents[3].a.items[0]: the keys of the elements that lead here, looked up at the offsets that the frames hold.
void Position::write(TextSink& out, const Violation&) const noexcept {
  out.write("documents");
  write_index(out, document_);
  for (const Frame& frame : frames_.first(static_cast<std::size_t>(depth(next_)))) {
    if (frame.key_at == 0) return;
    if (frame.array) {
      write_index(out, frame.elements - 1);
    } else {
      const auto from = input_.subspan(static_cast<std::size_t>(frame.key_at));
      write_key(out, from.first(static_cast<std::size_t>(scan_cstring(from).length)));
    }
  }
}

}  // namespace hallmark::bson
