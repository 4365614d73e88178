#include "conformance/suite/features.hpp"

#include "codecs/core/manifest.hpp"

namespace hallmark::conformance {
namespace {

template <class Condition>
std::set<std::string> features(std::set<std::string> of_every_format, Condition&& wanted) {
  for (const manifest::Family& family : manifest::all_families()) {
    for (const manifest::Feature& feature : family.features) {
      if (wanted(feature)) of_every_format.emplace(feature.name);
    }
  }
  return of_every_format;
}

}  // namespace

std::set<std::string> features_of_vectors() {
  return features({"verdict-only", "compat"},
                  [](const manifest::Feature& feature) { return feature.status == manifest::Status::used; });
}

std::set<std::string> features_in_one_shot_mode() {
  return features({"verdict-only"},
                  [](const manifest::Feature& feature) { return feature.one_shot != manifest::OneShot::never; });
}

}  // namespace hallmark::conformance
