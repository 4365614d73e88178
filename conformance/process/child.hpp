// Child: a program that is not trusted, with pipes on its standard streams.
#pragma once

#include <string>

#include "conformance/process/descriptor.hpp"
#include "conformance/process/guardian.hpp"

namespace hallmark::runner {

class Child {
 public:
  // Starts the program of the guardian, with this environment plus `more`. Throws CannotStart.
  explicit Child(Guardian& guardian, const Environment& more = {});
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] const Guardian& guardian() const noexcept { return *guardian_; }
  // exited returns true if the program itself has ended.
  [[nodiscard]] bool exited() noexcept { return guardian_->ended(); }
  // end kills the program and all that it started. Afterwards `status` is set.
  void end() noexcept { guardian_->end(); }
  // The status from waitpid; valid after end().
  [[nodiscard]] int status() const noexcept { return guardian_->status(); }
  // how_it_ended returns the status as text: "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string how_it_ended() const;

  // This side of the pipes; non-blocking.
  Descriptor in;
  Descriptor out;
  Descriptor err;

 private:
  Guardian* guardian_;
};

}  // namespace hallmark::runner
