// toml++ without its assertions. One of them is wrong: toml++ asserts of "[[[" that a key follows, just before it
// reports that none does; a debug build ends there, and with NDEBUG clang takes the assertion for a promise. What is
// wrong with a text is reported without them.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
