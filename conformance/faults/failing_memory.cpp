// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program, makes its allocations fail as if memory had run out:
//   HALLMARK_FAULT_AT=N        the Nth allocation fails, counted from the start of the program
//   HALLMARK_FAULT_LASTS=1     those after it fail, too
//   HALLMARK_FAULT_MARK=FILE   is made when one fails
// Programs that it starts are left alone. glibc only: it names its own functions __libc_….
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<std::uint64_t> count{0};
std::uint64_t first = 0;  // 0: none
bool lasts = false;
const char* mark = nullptr;

// Before anything else of the program, its static objects included.
__attribute__((constructor(101))) void start() {
  const char* at = std::getenv("HALLMARK_FAULT_AT");
  if (at == nullptr) return;
  lasts = std::getenv("HALLMARK_FAULT_LASTS") != nullptr;
  mark = std::getenv("HALLMARK_FAULT_MARK");
  const std::uint64_t number = std::strtoull(at, nullptr, 10);
  unsetenv("LD_PRELOAD");
  unsetenv("HALLMARK_FAULT_AT");
  count = 0;
  first = number;
}

bool fails() noexcept {
  if (first == 0) return false;
  const std::uint64_t number = ++count;
  if (lasts ? number < first : number != first) return false;
  if (number == first && mark != nullptr) (void)close(open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t number, std::size_t size) { return fails() ? nullptr : __libc_calloc(number, size); }
void* realloc(void* block, std::size_t size) { return fails() ? nullptr : __libc_realloc(block, size); }
void* memalign(std::size_t alignment, std::size_t size) { return fails() ? nullptr : __libc_memalign(alignment, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (fails()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
}
