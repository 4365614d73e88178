# SPDX-License-Identifier: Apache-2.0
hallmark_fuzz_rooms(suite)
list(APPEND more_sources ${root}/conformance/testing/schema.cpp)
set_source_files_properties(${root}/conformance/testing/schema.cpp program/forms.cpp PROPERTIES
  COMPILE_DEFINITIONS HALLMARK_SOURCE_DIR="${root}")
find_package(pugixml QUIET)
set(libraries ${HALLMARK_PUGIXML})
