// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/module.hpp"

#include <nanobind/stl/string_view.h>

#include "codecs/core/manifest.hpp"
#include "conformance/python/contents.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;

// Which format a file name means to hallmark.dump, that of the members of archives, and the family and the first
// extension of each format.
void add_formats(nb::module_& module) {
  nb::dict families;
  nb::dict extensions;
  nb::dict written;
  nb::dict archives;
  for (const Codec* codec : all_codecs()) {
    families[nb::cast(codec->id)] = codec->family;
    extensions[nb::cast(codec->id)] = codec->extensions.front();
    if (codec->id != manifest::family_of(*codec).written) continue;
    for (const std::string_view extension : codec->extensions) written[nb::cast(extension)] = codec->id;
    const std::string_view archive = manifest::family_of(*codec).archive;
    if (archive.empty()) continue;
    written.attr("pop")(archive, nb::none());  // an archive is no file of the format
    archives[nb::cast(archive)] = codec->id;
  }
  nb::list formats;
  for (const Codec* codec : all_codecs()) {
    nb::list names;
    for (const std::string_view extension : codec->extensions) names.append(extension);
    formats.append(nb::make_tuple(codec->id, codec->title, nb::tuple(names), name_of(keys_of(*codec))));
  }
  module.attr("formats") = formats;
  module.attr("families") = families;
  module.attr("extensions") = extensions;
  module.attr("written") = written;
  module.attr("archives") = archives;
}

}  // namespace
}  // namespace hallmark::python

NB_MODULE(_core, module) {
  module.attr("version") = HALLMARK_VERSION;
  hallmark::python::add_reports(module);
  hallmark::python::add_rules(module);
  hallmark::python::add_files(module);
  hallmark::python::add_formats(module);
  hallmark::python::add_families(module);
  hallmark::python::add_arrow(module);
}
