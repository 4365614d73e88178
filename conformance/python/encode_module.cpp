// Which format a file name means to hallmark.dump, and the family and the first extension of each format.
#include <nanobind/stl/string_view.h>

#include "codecs/core/manifest.hpp"
#include "conformance/python/module.hpp"

namespace hallmark::python {

namespace nb = nanobind;

void add_encoders(nb::module_& module) {
  nb::dict families;
  nb::dict extensions;
  nb::dict written;
  for (const Codec* codec : all_codecs()) {
    families[nb::cast(codec->id)] = codec->family;
    extensions[nb::cast(codec->id)] = codec->extensions.front();
    if (codec->id != manifest::family_of(*codec).written) continue;
    for (const std::string_view extension : codec->extensions) written[nb::cast(extension)] = codec->id;
  }
  module.attr("families") = families;
  module.attr("extensions") = extensions;
  module.attr("written") = written;
  add_families(module);
}

}  // namespace hallmark::python
