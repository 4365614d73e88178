#include "conformance/python/input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

class MappedFile final : public Input {
 public:
  explicit MappedFile(const std::string& path) {
    const Descriptor file(path);
    struct stat status{};
    if (fstat(file.number(), &status) != 0) fail(errno);
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (!S_ISREG(status.st_mode)) fail(ENODEV);
    if (status.st_size == 0) return;  // cannot be mapped
    const auto size = static_cast<std::size_t>(status.st_size);
    void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (at == MAP_FAILED) fail(errno);
    bytes_ = {static_cast<const std::byte*>(at), size};
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
};

class PythonBuffer final : public Input {
 public:
  explicit PythonBuffer(nanobind::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) nanobind::raise_python_error();
    bytes_ = {static_cast<const std::byte*>(view_.buf), static_cast<std::size_t>(view_.len)};
  }
  PythonBuffer(const PythonBuffer&) = delete;
  PythonBuffer& operator=(const PythonBuffer&) = delete;
  ~PythonBuffer() override { PyBuffer_Release(&view_); }

 private:
  Py_buffer view_{};
};

}  // namespace

std::unique_ptr<Input> mapped_file(const std::string& path) { return std::make_unique<MappedFile>(path); }

std::unique_ptr<Input> buffer_of(nanobind::handle object) { return std::make_unique<PythonBuffer>(object); }

}  // namespace hallmark::python
