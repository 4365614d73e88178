// SPDX-License-Identifier: Apache-2.0
// HALLMARK_API marks what a shared library shows; everything else stays inside. Of an archive it marks nothing, so that
// a program or library that contains it does not show it on.
#pragma once

#ifdef HALLMARK_SHARED
#define HALLMARK_API [[gnu::visibility("default")]]
#else
#define HALLMARK_API
#endif
