// The registry: every format and every family, as CMake lists them from the manifests.
#include <algorithm>

#include "core/family_table.hpp"

namespace hallmark {

std::span<const Codec* const> all_codecs() noexcept { return manifest::codecs; }

const Codec* codec_named(std::string_view id) noexcept {
  for (const Codec* codec : manifest::codecs) {
    if (codec->id == id) return codec;
  }
  return nullptr;
}

namespace manifest {

std::span<const Family> all_families() noexcept { return families; }

const Family& family_of(const Codec& codec) noexcept {
  return *std::ranges::find(families, codec.family, &Family::folder);
}

}  // namespace manifest

}  // namespace hallmark
