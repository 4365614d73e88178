// SPDX-License-Identifier: Apache-2.0
// The registry: every format and every family, as CMake lists them from the manifests.
#include <algorithm>

#include "core/family_table.hpp"

namespace hallmark {

std::span<const Codec* const> all_codecs() noexcept { return manifest::codecs; }

const Codec* codec_named(std::string_view id) noexcept {
  const auto* const found = std::ranges::find(manifest::codecs, id, &Codec::id);
  return found == std::end(manifest::codecs) ? nullptr : *found;
}

namespace manifest {

std::span<const Family> all_families() noexcept { return families; }

const Family& family_of(const Codec& codec) noexcept {
  return *std::ranges::find(families, codec.family, &Family::folder);
}

}  // namespace manifest
}  // namespace hallmark
