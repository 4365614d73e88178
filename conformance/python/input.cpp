// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace hallmark::python {
namespace {

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

class Descriptor {
 public:
  // O_NONBLOCK: opening a pipe would wait for a writer.
  explicit Descriptor(const std::string& path)
      : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {
    if (file_ == -1) fail(errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(file_); }

  [[nodiscard]] int number() const noexcept { return file_; }

 private:
  int file_;
};

}  // namespace

std::unique_ptr<Input> mapped_file(const std::string& path) {
  const Descriptor file(path);
  struct stat status{};
  if (fstat(file.number(), &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) fail(EISDIR);
  if (!S_ISREG(status.st_mode)) fail(ENODEV);
  if (status.st_size == 0) return std::make_unique<Input>(Bytes(), nullptr);  // cannot be mapped
  const auto size = static_cast<std::size_t>(status.st_size);
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (at == MAP_FAILED) fail(errno);
  std::shared_ptr<void> owner(at, [size](void* mapping) { munmap(mapping, size); });
  auto input = std::make_unique<Input>(Bytes{static_cast<const std::byte*>(at), size}, std::move(owner));
  std::vector<std::byte> start(std::min<std::size_t>(size, 4096));
  if (pread(file.number(), start.data(), start.size(), 0) == static_cast<ssize_t>(start.size())) {
    input->set_start(std::move(start));
  }
  return input;
}

std::unique_ptr<Input> buffer_of(nanobind::handle object, int flags) {
  const auto release = [](Py_buffer* view) {
    PyBuffer_Release(view);
    delete view;
  };
  std::shared_ptr<Py_buffer> view(new Py_buffer{}, release);
  if (PyObject_GetBuffer(object.ptr(), view.get(), flags) != 0) nanobind::raise_python_error();
  const Bytes bytes{static_cast<const std::byte*>(view->buf), static_cast<std::size_t>(view->len)};
  return std::make_unique<Input>(bytes, std::move(view));
}

}  // namespace hallmark::python
