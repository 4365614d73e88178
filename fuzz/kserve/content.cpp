// SPDX-License-Identifier: Apache-2.0
// Fuzz target: compressed content, of gzip files and of streams. Decompression stays within its bound and repeats; it
// does not depend on how the content is cut into pieces; what zlib has compressed comes back; content that is too
// large, such as a bomb after other content, is said to be.
#include "conformance/compression/gzip.hpp"
#include "conformance/compression/inflater.hpp"
#include "conformance/compression/zipped.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using compression::Buffer;
using compression::Outcome;
using compression::Unzipped;
using compression::Wrapping;

// Small bounds: a bomb is one by what it is allowed, and an engine has other things to do than to fill memory.
constexpr std::uint64_t roomy = std::uint64_t{1} << 14;
constexpr std::uint64_t bomb_size = std::uint64_t{1} << 16;
constexpr std::size_t trailer = 8;  // of a gzip member: checksum and size

const std::string& bomb() {
  static const std::string zipped = compression::zipped(std::string(bomb_size, '\0'), true);
  return zipped;
}

struct Content {
  std::string bytes;
  bool too_large;
  bool damaged;
  std::uint64_t at;

  [[nodiscard]] bool operator==(const Content&) const = default;
};

Content unzipped(Bytes file, std::uint64_t most) {
  Buffer buffer;
  const Unzipped found = compression::unzip(file, most, buffer);
  invariant(found.content.size() <= most && buffer.capacity() <= most, "content stays within its bound");
  invariant(!found.too_large || found.damage == nullptr, "content that is too large is not called damaged");
  invariant(found.damage == nullptr || (*found.damage != '\0' && found.at <= file.size()),
            "damage has a reason, and lies in the file");
  return {std::string(as_text(found.content)), found.too_large, found.damage != nullptr, found.at};
}

void files(Bytes input) {
  const Content whole = unzipped(input, roomy);
  invariant(unzipped(input, roomy) == whole, "a file is decompressed the same way again");
  if (!whole.bytes.empty()) {
    const Content cut = unzipped(input, whole.bytes.size() - 1);
    invariant(cut.too_large && !cut.damaged, "content above the bound is too large");
  }
  const bool valid = !whole.too_large && !whole.damaged;
  if (valid && !input.empty()) {
    invariant(compression::starts_like_gzip(input), "a file that can be decompressed starts like one");
    const Block shorter(input.first(input.size() - 1));
    invariant(unzipped(shorter.view(), roomy).damaged, "a file that is cut off is damaged");
  }

  const std::string content(as_text(input));
  const std::string zipped = compression::zipped(content, true, compression::least_effort);
  const std::uint64_t enough = 2 * content.size() + 1;
  invariant(unzipped(as_bytes(zipped), enough).bytes == content, "what was compressed comes back");
  const std::string members = zipped + zipped;
  invariant(unzipped(as_bytes(members), enough).bytes == content + content, "members follow each other");
  const std::string trap = zipped + bomb();
  invariant(unzipped(as_bytes(trap), roomy).too_large, "a bomb after other content is too large");
  if (content.empty()) return;
  // Without its trailer a member may be taken whole while zlib still holds the end of the content.
  const Block stub(as_bytes(zipped).first(zipped.size() - trailer));
  invariant(unzipped(stub.view(), content.size() - 1).too_large, "content that is cut off and too large is too large");
}

struct Stream {
  Outcome outcome = Outcome::ok;
  bool ended = false;
  std::string content;

  [[nodiscard]] bool operator==(const Stream&) const = default;
};

Stream inflated(Bytes input, Wrapping wrapping, std::size_t piece_size) {
  Buffer buffer;
  compression::Inflater inflater(wrapping, roomy, buffer);
  Stream stream;
  while (!input.empty() && stream.outcome == Outcome::ok && !inflater.ended()) {
    Bytes piece = input.first(std::min(piece_size, input.size()));
    input = input.subspan(piece.size());
    stream.outcome = inflater.take(piece);
    invariant(stream.outcome != Outcome::ok || piece.empty() || inflater.ended(), "a piece is taken up to the end");
  }
  stream.ended = inflater.ended();
  stream.content = as_text(inflater.content());
  invariant(stream.content.size() <= roomy, "a stream stays within its bound");
  return stream;
}

void pieces(Bytes input) {
  for (const Wrapping wrapping : {Wrapping::zlib, Wrapping::gzip}) {
    const Stream whole = inflated(input, wrapping, input.size() + 1);
    for (const std::size_t size : {std::size_t{3}, std::size_t{100}}) {
      const Stream cut = inflated(input, wrapping, size);
      invariant(cut.outcome == whole.outcome && cut.ended == whole.ended, "pieces of a stream end as the whole does");
      invariant(whole.outcome != Outcome::ok || cut == whole, "pieces of a stream have the content of the whole");
    }
  }
}

}  // namespace

void run_target(const Block& input) {
  files(input.view());
  pieces(input.view());
}

}  // namespace hallmark::fuzz
