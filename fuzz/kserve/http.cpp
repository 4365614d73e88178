// Fuzz target: the reader of HTTP messages. Messages follow each other inside the file; every finding names a rule of
// HTTP and bytes of the file; bodies are views of the file, or memory within the limit; reading is repeatable; content
// may be split into chunks in any way.
#include "fuzz/kserve/messages.hpp"

namespace hallmark::fuzz {
namespace {

// A small limit: decompression bombs would take all the time of an engine.
constexpr std::uint64_t memory_of_bodies = std::uint64_t{1} << 20;
constexpr std::size_t longest_cut = 4096;

// Any body, split into chunks and read again, is the same and has no findings around it.
void cut_again(const std::string& body) {
  if (body.size() > longest_cut) return;
  constexpr std::string_view head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, body.size() + 1}) {
    const std::string file = std::string(head) + chunked(body, size);
    const auto all = read(as_bytes(file), {});
    invariant(all.size() == 1 && all[0].findings.empty() && all[0].body == body,
              "chunks of any size give the same body");
  }
}

// Runs the codecs on the bodies; fuzz/kserve/decode.cpp checks their results.
void check(const Read& read) {
  Options options;
  options.header_length = read.message.header_length;
  const Codec* codec = codec_named(read.message.role == http::Role::request ? "kserve-request" : "kserve-response");
  const Bytes body = as_bytes(read.body);
  Block memory(static_cast<std::size_t>(codec->scratch_bound(body, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const Violation violation = codec->decode(body, scratch, options);
  invariant(violation.rule == nullptr || violation.offset <= body.size(), "a violation lies inside the body");
}

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  http::Settings settings;
  settings.memory = fuzz::memory_of_bodies;
  const auto strict = fuzz::read(input.view(), settings);
  fuzz::invariant(strict == fuzz::read(input.view(), settings), "reading again finds the same");
  for (const auto& one : strict) {
    if (!one.message.readable) continue;
    fuzz::cut_again(one.body);
    fuzz::check(one);
  }
  settings.profile = Profile::compat;
  const auto compat = fuzz::read(input.view(), settings);
  fuzz::invariant(compat.size() == strict.size(), "a profile changes verdicts, not messages");
  for (std::size_t i = 0; i < strict.size(); ++i) {
    fuzz::invariant(compat[i].body == strict[i].body, "a profile changes no body");
    fuzz::invariant(strict[i].message.verdict != Verdict::valid || compat[i].message.verdict == Verdict::valid,
                    "what is strictly valid is valid");
  }
  for (const http::Role role : {http::Role::request, http::Role::response}) {
    settings.expected = role;
    settings.header_length = size;
    settings.memory = fuzz::small_limit;
    (void)fuzz::read(input.view(), settings);
  }
  (void)http::role_of(input.view());
  return 0;
}
