#include "conformance/python/module.hpp"

NB_MODULE(_core, module) {
  module.attr("version") = HALLMARK_VERSION;
  hallmark::python::add_reports(module);
  hallmark::python::add_files(module);
  hallmark::python::add_encoders(module);
  hallmark::python::add_arrow(module);
}
