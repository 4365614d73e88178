// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program, says at its end on standard error how often it called the functions of the C library that
// look for files and read them: "calls N". Each is one system call.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace {

std::atomic<unsigned long> calls{0};

__attribute__((destructor)) void say() { (void)dprintf(STDERR_FILENO, "calls %lu\n", calls.load()); }

// The function of this name in the C library.
template <class Function>
Function* real(const char* name, Function*) {
  ++calls;
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
// <fcntl.h> declares these with other arguments.
int open(const char* path, int flags, unsigned mode) { return real("open", &open)(path, flags, mode); }
int close(int file) { return real("close", &close)(file); }
ssize_t read(int file, void* to, size_t size) { return real("read", &read)(file, to, size); }
off_t lseek(int file, off_t offset, int whence) noexcept { return real("lseek", &lseek)(file, offset, whence); }
int stat(const char* path, struct stat* to) noexcept { return real("stat", &stat)(path, to); }
int lstat(const char* path, struct stat* to) noexcept { return real("lstat", &lstat)(path, to); }
int fstat(int file, struct stat* to) noexcept { return real("fstat", &fstat)(file, to); }
}
