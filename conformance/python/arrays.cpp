#include "conformance/python/arrays.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <limits>

namespace hallmark::python {

namespace nb = nanobind;

constexpr std::size_t most_dimensions = 64;  // of NumPy 2; NumPy 1 refuses more than 32 itself

void import_numpy() {
  if (_import_array() < 0) nb::raise_python_error();
}

nb::object array_over(nb::handle owner, nb::handle dtype, std::span<const std::uint64_t> shape, Bytes data) {
  if (shape.size() > most_dimensions) {
    throw nb::value_error("NumPy has at most 64 dimensions; raw() reads the bytes");
  }
  npy_intp dimensions[most_dimensions];
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] > static_cast<std::uint64_t>(std::numeric_limits<npy_intp>::max())) {
      throw nb::value_error("NumPy has no dimension of 2^63 and above; raw() reads the bytes");
    }
    dimensions[axis] = static_cast<npy_intp>(shape[axis]);
  }
  // NumPy takes null for "allocate": an empty array gets memory of its own.
  void* const at = data.empty() ? nullptr : const_cast<std::byte*>(data.data());
  PyObject* array = PyArray_NewFromDescr(&PyArray_Type, reinterpret_cast<PyArray_Descr*>(dtype.inc_ref().ptr()),
                                         static_cast<int>(shape.size()), dimensions, nullptr, at, 0, nullptr);
  if (array == nullptr) nb::raise_python_error();
  nb::object held = nb::steal(array);
  auto* const made = reinterpret_cast<PyArrayObject*>(array);
  if (at == nullptr) {
    PyArray_CLEARFLAGS(made, NPY_ARRAY_WRITEABLE);
    return held;
  }
  if (PyArray_SetBaseObject(made, owner.inc_ref().ptr()) != 0) nb::raise_python_error();
  PyArray_UpdateFlags(made, NPY_ARRAY_ALIGNED | NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS);
  return held;
}

}  // namespace hallmark::python
