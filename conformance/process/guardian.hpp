// Guardian: a process that outlives this one for a moment, and kills the groups that it leaves behind.
#pragma once

#include <sys/types.h>

#include <memory>

#include "conformance/process/descriptor.hpp"

namespace hallmark::runner {

// A child cannot be trusted to end with this process: it may ignore the end of its input, or leave it to a child of its
// own. The guardian notices the end by a pipe, which the system closes whatever killed this process.
class Guardian {
 public:
  // shared returns the guardian of this process, which ends with its last owner. Throws CannotStart.
  [[nodiscard]] static std::shared_ptr<Guardian> shared();

  Guardian();

  // watch and release name a group that is to be killed, or no longer. Release it before its leader is reaped, or the
  // number may be another group's.
  void watch(pid_t group) const noexcept { tell(group); }
  void release(pid_t group) const noexcept { tell(-group); }

 private:
  void tell(pid_t change) const noexcept;

  Descriptor pipe_;
};

}  // namespace hallmark::runner
