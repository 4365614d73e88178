// SPDX-License-Identifier: Apache-2.0
// GGUF models by gguf.cpp of ggml, the header alone, as llama.cpp asks it to: peer WORK FILE.
#include <ggml.h>
#include <gguf.h>

#include "benchmarks/peers/native/work.hpp"

using namespace hallmark::benchmarks;

namespace {

using Contents = std::unique_ptr<gguf_context, decltype(&gguf_free)>;

Contents read(hallmark::Bytes file) {
  Contents contents(gguf_init_from_buffer(file.data(), file.size(), {true, nullptr}), gguf_free);
  if (!contents) throw Refused("refused by gguf_init_from_buffer");
  return contents;
}

std::string answer(const gguf_context* contents) {
  const auto pairs = static_cast<std::uint64_t>(gguf_get_n_kv(contents));
  std::uint64_t elements = 0;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const auto id = static_cast<std::int64_t>(i);
    if (gguf_get_kv_type(contents, id) == GGUF_TYPE_ARRAY) elements += gguf_get_arr_n(contents, id);
  }
  return answer_of({{"metadata", pairs},
                    {"elements", elements},
                    {"tensors", static_cast<std::uint64_t>(gguf_get_n_tensors(contents))}});
}

}  // namespace

int main(int count, char** words) {
  return serve(std::string("of llama-cpp-python ") + ggml_version(), [&] {
    const Input input = input_of(words[count - 1]);
    return PeerWork{[=] { return static_cast<std::uint64_t>(gguf_get_n_kv(read(input->bytes()).get())); },
                    [=] { return answer(read(input->bytes()).get()); }};
  });
}
