// SPDX-License-Identifier: Apache-2.0
// The parts of the extension module hallmark._core.
#pragma once

#include <nanobind/nanobind.h>

namespace hallmark::python {

void add_reports(nanobind::module_& module);   // Report, Finding
void add_rules(nanobind::module_& module);     // Rule
void add_files(nanobind::module_& module);     // validate, Contents
void add_families(nanobind::module_& module);  // the encoder of each family
void add_arrow(nanobind::module_& module);     // validate_batch

}  // namespace hallmark::python
