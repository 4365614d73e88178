# What chooses a layout is in conformance, which a build of the fuzz room alone does not have. Its source is built with
# each target, so that an engine sees into it.
set(skip TRUE)
if(TARGET hallmark_suite)
  if(NOT TARGET hallmark_fuzz_layouts)
    add_library(hallmark_fuzz_layouts INTERFACE)
    target_sources(hallmark_fuzz_layouts INTERFACE ${root}/conformance/examine/layouts.cpp)
  endif()
  set(libraries hallmark_fuzz_layouts)
  set(skip FALSE)
endif()
