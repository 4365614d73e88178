#include "conformance/suite/sha256.hpp"

#include <algorithm>
#include <string>

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

std::string hash_of(const std::string& text) { return sha256_hex(as_bytes(text)); }

TEST_CASE("sha256: known answers") {
  struct Row {
    std::string message;
    std::string hash;
  };
  // Examples of FIPS 180-4, and hashes from coreutils for lengths around block boundaries.
  const Row rows[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1000000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
      {std::string(55, 'a'), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {std::string(56, 'a'), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {std::string(63, 'a'), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {std::string(64, 'a'), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {std::string(65, 'a'), "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
      {std::string(119, 'a'), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
      {std::string(120, 'a'), "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
  };
  for (const Row& row : rows) {
    INFO(row.message.size() << " bytes");
    CHECK(hash_of(row.message) == row.hash);
  }
}

TEST_CASE("sha256: the pieces in which a message comes don't matter") {
  std::string message;
  for (int i = 0; i < 300; ++i) message += static_cast<char>(i * 7);
  const std::string whole = hash_of(message);
  const auto bytes = as_bytes(message);
  for (std::size_t step = 1; step < 150; ++step) {
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += step)
      hash.update(bytes.subspan(at, std::min(step, bytes.size() - at)));
    INFO("pieces of " << step);
    CHECK(hash.hex() == whole);
  }
}

}  // namespace
}  // namespace hallmark::conformance
