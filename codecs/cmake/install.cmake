# SPDX-License-Identifier: Apache-2.0
# What is installed of the library: public headers, archives or the shared library, CMake package, pkg-config files.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hallmark)

install(DIRECTORY include/hallmark DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp")
install(FILES ../LICENSE ../THIRD_PARTY_NOTICES DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/hallmark COMPONENT development OPTIONAL)

if(BUILD_SHARED_LIBS)
  list(TRANSFORM parts REPLACE "(.+)" "hallmark_\\1_of_shared" OUTPUT_VARIABLE targets)
  list(APPEND targets hallmark_shared)
else()
  list(TRANSFORM parts PREPEND hallmark_ OUTPUT_VARIABLE targets)
endif()
install(TARGETS ${targets} EXPORT hallmark-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
install(EXPORT hallmark-targets NAMESPACE hallmark:: DESTINATION ${package_folder} COMPONENT development)

write_basic_package_version_file(hallmark-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES cmake/hallmark-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/hallmark-config-version.cmake
  DESTINATION ${package_folder} COMPONENT development)

# One pkg-config file for all formats, hallmark.pc, and one for each part: hallmark-bson.pc. They find the library from
# where they lie, so an installation can be moved.
file(RELATIVE_PATH up_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" up_to_prefix "${up_to_prefix}")
set(all "")
foreach(part IN LISTS parts)
  string(REPLACE "_" "-" name hallmark-${part})
  set(what ": ${part}")
  set(library ${name})
  set(cflags "")
  set(requires hallmark-core)
  foreach(used IN LISTS HALLMARK_${part}_USES)
    string(REPLACE "_" "-" used ${used})
    string(PREPEND requires "hallmark-${used} ")
  endforeach()
  if(part STREQUAL "core")
    set(requires "")
  elseif(part STREQUAL "codecs")
    set(name hallmark)
    set(what "")
    set(requires "${all}")
  endif()
  if(BUILD_SHARED_LIBS)
    set(library hallmark)
    set(cflags " -DHALLMARK_SHARED")
    set(requires "")
  endif()
  configure_file(cmake/hallmark.pc.in pkgconfig/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pkgconfig/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT development)
  string(APPEND all "${name} ")
endforeach()
