# SPDX-License-Identifier: Apache-2.0
hallmark_fuzz_rooms(suite)
find_package(pugixml QUIET)
set(libraries ${HALLMARK_PUGIXML})
