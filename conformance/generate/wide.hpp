// SPDX-License-Identifier: Apache-2.0
// Wide: an unsigned integer of 128 bits, for oracles in which sums and products of numbers of a file must not wrap.
#pragma once

#ifndef __SIZEOF_INT128__
#include <boost/multiprecision/cpp_int.hpp>
#endif

namespace hallmark::conformance {

#ifdef __SIZEOF_INT128__
using Wide = unsigned __int128;
#else
// Compilers have their own on machines of 64 bits alone.
using Wide = boost::multiprecision::uint128_t;
#endif

}  // namespace hallmark::conformance
