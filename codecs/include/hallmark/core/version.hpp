// SPDX-License-Identifier: Apache-2.0
// The version of the library, of the program and of every package: defined only here. Semantic versioning: while the
// major version is 0, a minor one may change the interface.
#pragma once

#define HALLMARK_VERSION_MAJOR 0
#define HALLMARK_VERSION_MINOR 1
#define HALLMARK_VERSION_PATCH 0
#define HALLMARK_VERSION_STRING "0.1.0"
