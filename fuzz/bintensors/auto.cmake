# The choice of a layout is in conformance/examine, which is missing if `fuzz` is configured alone. Its source is compiled
# into the target, so that an engine can instrument it.
set(skip TRUE)
if(TARGET hallmark_suite)
  if(NOT TARGET hallmark_fuzz_layouts)
    add_library(hallmark_fuzz_layouts INTERFACE)
    target_sources(hallmark_fuzz_layouts INTERFACE ${root}/conformance/examine/layouts.cpp)
  endif()
  set(libraries hallmark_fuzz_layouts)
  set(skip FALSE)
endif()
