# SPDX-License-Identifier: Apache-2.0
# The reader is in conformance/http; its sources are compiled into the target, and what content.cmake says.
include(${CMAKE_CURRENT_LIST_DIR}/content.cmake)
file(GLOB reader CONFIGURE_DEPENDS ${root}/conformance/http/*.cpp)
list(FILTER reader EXCLUDE REGEX "(_test|/without_messages)\\.cpp$")
list(APPEND more_sources ${reader})
