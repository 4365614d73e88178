#include "conformance/python/module.hpp"

#include "conformance/python/arrays.hpp"

NB_MODULE(_core, module) {
  hallmark::python::import_numpy();
  module.attr("version") = HALLMARK_VERSION;
  hallmark::python::add_reports(module);
  hallmark::python::add_files(module);
  hallmark::python::add_encoders(module);
  hallmark::python::add_arrow(module);
}
