# What chooses a layout belongs to the kit, which a build of the fuzz room alone does not have. Its source is built with
# each target, so that an engine sees into it.
set(skip TRUE)
if(TARGET hallmark_kit)
  if(NOT TARGET hallmark_fuzz_layouts)
    add_library(hallmark_fuzz_layouts INTERFACE)
    target_sources(hallmark_fuzz_layouts INTERFACE ${root}/conformance/kit/layouts.cpp)
  endif()
  set(libraries hallmark_fuzz_layouts)
  set(skip FALSE)
endif()
