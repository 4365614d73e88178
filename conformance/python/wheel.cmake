# SPDX-License-Identifier: Apache-2.0
# What a wheel holds: the package, the program, and the vectors where both find them.
install(TARGETS _core LIBRARY DESTINATION hallmark COMPONENT wheel)
install(FILES ${package}/_core.pyi ${package}/_formats.py DESTINATION hallmark COMPONENT wheel)
install(PROGRAMS $<TARGET_FILE:hallmark> DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT wheel)
set(share ${SKBUILD_DATA_DIR}/share/hallmark)
install(FILES ${PROJECT_SOURCE_DIR}/corpus/version.json ${PROJECT_SOURCE_DIR}/corpus/vector.schema.json
  DESTINATION ${share}/corpus COMPONENT wheel)
foreach(family IN LISTS HALLMARK_FAMILIES)
  install(FILES ${PROJECT_SOURCE_DIR}/conformance/${family}/dump.py DESTINATION hallmark/families RENAME ${family}.py
    COMPONENT wheel OPTIONAL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/corpus/${family}/golden DESTINATION ${share}/corpus/${family} COMPONENT wheel)
endforeach()
