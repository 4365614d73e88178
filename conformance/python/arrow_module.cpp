// Record batches of Arrow in Python: what hallmark.arrow.validate calls.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "conformance/examine/detect.hpp"
#include "conformance/examine/skip.hpp"
#include "conformance/python/arrow_batch.hpp"
#include "conformance/python/choices.hpp"
#include "conformance/python/findings.hpp"
#include "conformance/python/module.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// BatchJudge judges the inputs of a batch, one after the other.
class BatchJudge {
 public:
  // `as_folder`: what shows no format is skipped, as it is in a folder.
  BatchJudge(const conformance::ExaminerSettings& settings, bool as_folder)
      : examiner_(settings), given_(codec_named(settings.format)), as_folder_(as_folder) {}

  void judge(const ArrowBatch& batch, FindingTable& findings) {
    for (std::size_t row = 0; row < batch.rows(); ++row) {
      // Of many formats the first bytes are all that is read, and they are in no cache.
      if (row + ahead < batch.rows()) __builtin_prefetch(batch.content(row + ahead).value_or(Bytes()).data());
      judge(batch, row, findings);
    }
  }

 private:
  static constexpr std::size_t ahead = 8;

  void judge(const ArrowBatch& batch, std::size_t row, FindingTable& findings) {
    const std::string_view path = as_text(batch.path(row).value_or(Bytes()));
    source_.path.assign(path);
    source_.content = batch.content(row);
    source_.problem.assign(as_text(batch.problem(row).value_or(Bytes())));
    // A system call would stop at the NUL and open another path than the findings name.
    if (!source_.content && path.find('\0') != std::string_view::npos) source_.problem = std::strerror(ENOENT);
    findings.start(row, path);
    if (const std::string_view reason = reason_to_skip(); !reason.empty()) {
      return findings.skip(source_.content ? source_.content->size() : 0, reason);
    }
    reports::InputReport report = examiner_.examine(source_);
    while (true) {
      const bool holds = examiner_.confirm(report);
      findings.add(report);
      if (!holds || !examiner_.next(report)) return;
    }
  }

  [[nodiscard]] std::string_view reason_to_skip() {
    if (!as_folder_ || !source_.problem.empty()) return {};
    if (conformance::name_suffices(conformance::content_name(source_.path), given_)) return {};
    Bytes start = source_.content.value_or(Bytes());
    if (!source_.content) {
      std::size_t got = 0;
      if (conformance::read_start(source_.path, start_, got) != 0) return {};  // the examiner says why
      start = start_;
      start = start.first(got);
    }
    return conformance::reason_to_skip_file(start.first(std::min(start.size(), conformance::start_window)),
                                            source_.path, given_, unzipped_);
  }

  conformance::Examiner examiner_;
  const Codec* given_;
  bool as_folder_;
  conformance::Source source_{};
  std::array<std::byte, conformance::start_window> start_;
  compression::Buffer unzipped_;
};

// capsule_of hands a structure to Python, which releases it if nobody takes it over.
template <class Structure>
nb::capsule capsule_of(const Structure& structure, const char* name) {
  return nb::capsule(new Structure(structure), name, [](void* pointer) noexcept {
    const std::unique_ptr<Structure> owned(static_cast<Structure*>(pointer));
    if (owned->release != nullptr) owned->release(owned.get());
  });
}

template <class Structure>
const Structure& structure_in(const nb::capsule& capsule, const char* name) {
  const void* pointer = PyCapsule_GetPointer(capsule.ptr(), name);
  if (pointer == nullptr) nb::raise_python_error();
  return *static_cast<const Structure*>(pointer);
}

nb::tuple validate_batch(const nb::capsule& schema, const nb::capsule& array, const Choices& choices,
                         std::uint64_t max_errors, bool as_folder) {
  const ArrowBatch batch(structure_in<ArrowSchema>(schema, "arrow_schema"),
                         structure_in<ArrowArray>(array, "arrow_array"));
  const conformance::ExaminerSettings settings = settings_of(choices, max_errors);
  ArrowSchema type{};
  ArrowArray values{};
  {
    nb::gil_scoped_release released;
    FindingTable findings(batch.rows());
    BatchJudge(settings, as_folder).judge(batch, findings);
    findings.hand_over(type, values);
  }
  return nb::make_tuple(capsule_of(type, "arrow_schema"), capsule_of(values, "arrow_array"));
}

}  // namespace

void add_arrow(nb::module_& module) {
  module.def("validate_batch", &validate_batch, "schema"_a, "array"_a, "choices"_a, "max_errors"_a, "as_folder"_a);
}

}  // namespace hallmark::python
