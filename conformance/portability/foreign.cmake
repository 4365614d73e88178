# SPDX-License-Identifier: Apache-2.0
# Toolchain: Debian's cross compiler for HALLMARK_MACHINE (i686, s390x, aarch64), the libraries that `sysroot` unpacked, and
# what runs a program of that machine here.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HALLMARK_MACHINE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${HALLMARK_MACHINE})
set(triplet ${HALLMARK_MACHINE}-linux-gnu)
set(CMAKE_CXX_COMPILER ${triplet}-g++)

# Libraries are found in the folder named as Debian names the architecture.
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
if(HALLMARK_MACHINE STREQUAL "i686")
  set(CMAKE_LIBRARY_ARCHITECTURE i386-linux-gnu)
  # Without it stat fails on files whose numbers need 64 bits.
  set(CMAKE_CXX_FLAGS_INIT -D_FILE_OFFSET_BITS=64)
endif()
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot/${HALLMARK_MACHINE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Where the compiler's own libraries lie. A processor of 64 bits runs programs of i686 itself.
set(runtime /usr/${triplet})
if(HALLMARK_MACHINE STREQUAL "i686")
  set(CMAKE_CROSSCOMPILING_EMULATOR ${runtime}/lib/ld-linux.so.2 --library-path ${runtime}/lib)
else()
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${HALLMARK_MACHINE}-static -L ${runtime})
endif()
