// Catch2, version 2 or 3, whichever was found.
#pragma once

#ifdef HALLMARK_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
