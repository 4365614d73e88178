# SPDX-License-Identifier: Apache-2.0
# find_package(hallmark [COMPONENTS <family>...]): targets hallmark::codecs, hallmark::core and hallmark::<family>.
include("${CMAKE_CURRENT_LIST_DIR}/hallmark-targets.cmake")
foreach(component IN LISTS hallmark_FIND_COMPONENTS)
  if(TARGET hallmark::${component})
    set(hallmark_${component}_FOUND TRUE)
  elseif(hallmark_FIND_REQUIRED_${component})
    set(hallmark_FOUND FALSE)
    set(hallmark_NOT_FOUND_MESSAGE "hallmark has no component ${component}")
  endif()
endforeach()
