// SPDX-License-Identifier: Apache-2.0
// Companions: what a format demands of a file and of the files beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examine/collector.hpp"
#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {

// Beside reads headers of the files beside an input, one after the other, and no data.
class Beside {
 public:
  Beside(const std::string& path, const Options& options, const Bounds& bounds);

  struct Problem {
    std::string why;  // empty: there is none
    Violation error;  // of a file that can be read; else with a null rule

    // report says what a problem with a file named so means to another: it is broken, as a violation says, unless it is
    // not supported or beyond a limit; then the rule is its own.
    void report(Collector& collector, Violation broken, const Place& place, std::string_view name,
                const std::string& more = "") const;
  };
  // NeedsMemory is thrown where a header takes more than max_alloc.
  struct NeedsMemory {
    std::uint64_t bytes;
  };
  // show gives the sink what a file of a format holds, under the compat profile. `name` must not leave the folder.
  [[nodiscard]] Problem show(std::string_view name, const Codec& codec, ContentSink& sink);
  // has says whether there is a file of a name; name gives that of the input.
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // within gives what it is given, if no more than that memory is allowed.
  std::uint64_t within(std::uint64_t memory) const {
    if (memory > max_alloc_) throw NeedsMemory{memory};
    return memory;
  }

 private:
  std::string folder_;  // "" or with a slash at its end
  std::string name_;
  Options options_;
  std::uint64_t max_alloc_;
  std::vector<std::byte> window_;
  ScratchMemory memory_;
};

// Companions are those of the files of one format.
struct Companions {
  const Codec* codec;  // in no registry if its files are judged with others alone: it has neither vectors nor testees
  std::span<const Rule* const> rules;  // about several files
  // judge reports what is wrong between a file, which its codec has judged, and those beside it.
  void (*judge)(Bytes input, const Options& options, Beside& beside, Collector& collector) = nullptr;
  // judge_name reports what is wrong with the name of a member of an archive, after those before it.
  void (*judge_name)(const std::string& name, const Names& before, Collector& collector) = nullptr;
};

// all_companions is what the families add in conformance/<family>/companions.cpp.
[[nodiscard]] const std::vector<Companions>& all_companions();

// companions_of returns null where a file of the format is judged alone.
[[nodiscard]] const Companions* companions_of(const Codec& codec);

// format_named and format_by_name are codec_named and codec_by_name for all that is judged. formats_beside are the
// codecs that are in no registry.
[[nodiscard]] const Codec* format_named(std::string_view id);
[[nodiscard]] const Codec* format_by_name(std::string_view name);
[[nodiscard]] const std::vector<const Codec*>& formats_beside();

}  // namespace hallmark::conformance
