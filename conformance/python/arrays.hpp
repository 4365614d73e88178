// NumPy arrays over memory that a Python object owns.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "hallmark/core/bytes.hpp"

namespace hallmark::python {

// import_numpy loads the C interface of NumPy. Throws nanobind::python_error.
void import_numpy();

// array_over returns an array that cannot be written to, without copying: `data` live as long as `owner`, whose buffer
// is read-only. `dtype` is a numpy.dtype. Throws nanobind::python_error for a shape that NumPy cannot have.
[[nodiscard]] nanobind::object array_over(nanobind::handle owner, nanobind::handle dtype,
                                          std::span<const std::uint64_t> shape, Bytes data);

}  // namespace hallmark::python
