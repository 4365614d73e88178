# SPDX-License-Identifier: Apache-2.0
# Reads the manifest of every family, codecs/<family>/family.json, and writes what C++ needs of them into headers.
#
#   hallmark_manifests(CODECS OUT)   sets HALLMARK_FAMILIES, HALLMARK_FORMATS (family::format), HALLMARK_<family>_USES; writes
#                                    OUT/core/families.hpp, and OUT/core/family_table.hpp for the registry
#
# As a script, for codecs/amalgamate: cmake -DOUT=FOLDER -P manifest.cmake, which also prints the families.
cmake_minimum_required(VERSION 3.21)

# A member of a manifest, or the default where it is missing.
function(hallmark_member out manifest default)
  string(JSON value ERROR_VARIABLE missing GET "${manifest}" ${ARGN})
  if(missing)
    set(value "${default}")
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# hallmark_array(TEXT NAME TYPE FAMILY MANIFEST MEMBER [KEY...]) appends an array of the manifest to a text in C++, and gives
# what names it, {} for an empty one. Its elements are strings, or the named members of each object, empty if missing. A key
# @FORM=KEY|DEFAULT is an enumerator, FORM::value.
function(hallmark_array text_out name_out type family manifest member)
  set(${name_out} "{}" PARENT_SCOPE)
  string(JSON count ERROR_VARIABLE missing LENGTH "${manifest}" ${member})
  if(missing OR count EQUAL 0)
    return()
  endif()
  set(rows "")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    if(NOT ARGN)
      string(JSON value GET "${manifest}" ${member} ${i})
      string(APPEND rows "\"${value}\", ")
      continue()
    endif()
    string(APPEND rows "\n    {")
    foreach(key IN LISTS ARGN)
      if(key MATCHES "^@(.*)=(.*)[|](.*)$")
        hallmark_member(value "${manifest}" "${CMAKE_MATCH_3}" ${member} ${i} ${CMAKE_MATCH_2})
        string(APPEND rows "${CMAKE_MATCH_1}::${value}, ")
      else()
        hallmark_member(value "${manifest}" "" ${member} ${i} ${key})
        string(APPEND rows "\"${value}\", ")
      endif()
    endforeach()
    string(APPEND rows "},")
  endforeach()
  set(${name_out} ${family}_${member} PARENT_SCOPE)
  set(${text_out} "${${text_out}}inline constexpr ${type} ${family}_${member}[] = {${rows}};\n" PARENT_SCOPE)
endfunction()

function(hallmark_manifests codecs out)
  set(depends CONFIGURE_DEPENDS)
  if(CMAKE_SCRIPT_MODE_FILE)
    set(depends "")
  endif()
  file(GLOB manifests ${depends} ${codecs}/*/family.json)
  set(sorted "")
  foreach(file IN LISTS manifests)
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(family ${folder} NAME)
    file(READ ${file} manifest)
    string(JSON order GET "${manifest}" detection_order)
    math(EXPR order "${order} + 1000")
    list(APPEND sorted "${order} ${family}")
    if(depends)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    endif()
  endforeach()
  list(SORT sorted)

  set(families "")
  set(formats "")
  set(declarations "")
  set(pointers "")
  set(identities "")
  set(arrays "")
  set(rows "")
  foreach(entry IN LISTS sorted)
    string(REGEX REPLACE "^[0-9]+ " "" family "${entry}")
    file(READ ${codecs}/${family}/family.json manifest)
    hallmark_array(identities extensions std::string_view ${family} "${manifest}" extensions)
    string(JSON count LENGTH "${manifest}" formats)
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON id GET "${manifest}" formats ${i} id)
      string(JSON title GET "${manifest}" formats ${i} title)
      string(REPLACE "-" "_" symbol ${id})
      string(APPEND declarations "extern const Codec ${symbol};\n")
      string(APPEND pointers "    &codec::${symbol},\n")
      string(APPEND identities "inline constexpr Identity ${symbol}{\"${id}\", \"${family}\", \"${title}\", ${extensions}};\n")
      list(APPEND formats ${family}::${symbol})
    endforeach()

    hallmark_array(identities types NumberedType ${family} "${manifest}" types @DType=dtype|bytes removed)
    hallmark_array(arrays shared SharedExtension ${family} "${manifest}" shared_extensions extension @Start=starts_with| otherwise)
    hallmark_array(arrays beside Beside ${family} "${manifest}" beside id title extension)
    hallmark_array(arrays documents Document ${family} "${manifest}" documents id title url @Fragment=fragment|none)
    hallmark_array(arrays features Feature ${family} "${manifest}" features name @OneShot=one_shot|named unless shows @Status=status|used)
    hallmark_array(arrays members std::string_view ${family} "${manifest}" model_members)
    hallmark_array(arrays words std::string_view ${family} "${manifest}" path_words)
    hallmark_member(written "${manifest}" "" written)
    string(JSON keys GET "${manifest}" tensor_keys)
    hallmark_member(request "${manifest}" "" messages request)
    hallmark_member(response "${manifest}" "" messages response)
    hallmark_member(archive "${manifest}" "" archive)
    string(APPEND rows "    {\"${family}\", \"${written}\", \"${archive}\", TensorKeys::${keys}, {\"${request}\", \"${response}\"}, ${shared}, ${beside}, ${documents}, ${features}, ${members}, ${words}},\n")

    hallmark_member(uses "${manifest}" "" uses)
    string(REGEX MATCHALL "[a-z0-9_]+" uses "${uses}")
    set(HALLMARK_${family}_USES "${uses}" CACHE INTERNAL "families that this one uses")
    list(APPEND families ${family})
  endforeach()

  set(HALLMARK_HEAD "// Made by CMake from codecs/<family>/family.json.\n#pragma once\n")
  file(CONFIGURE OUTPUT ${out}/core/families.hpp @ONLY CONTENT "${HALLMARK_HEAD}
#include \"core/manifest.hpp\"

namespace hallmark::codec {

${declarations}
}  // namespace hallmark::codec

namespace hallmark::manifest {

${identities}
}  // namespace hallmark::manifest
")
  file(CONFIGURE OUTPUT ${out}/core/family_table.hpp @ONLY CONTENT "${HALLMARK_HEAD}
#include \"core/families.hpp\"

namespace hallmark::manifest {

inline constexpr const Codec* codecs[] = {
${pointers}};

${arrays}
inline constexpr Family families[] = {
${rows}};

}  // namespace hallmark::manifest
")
  set(HALLMARK_FAMILIES "${families}" CACHE INTERNAL "in the order in which their structures are tried")
  set(HALLMARK_FORMATS "${formats}" CACHE INTERNAL "family::format")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  hallmark_manifests(${CMAKE_CURRENT_LIST_DIR}/.. ${OUT})
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${HALLMARK_FAMILIES})
endif()
