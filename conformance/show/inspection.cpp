// SPDX-License-Identifier: Apache-2.0
#include "conformance/show/inspection.hpp"

#include <fmt/format.h>

#include "conformance/examine/rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/show/contents.hpp"
#include "conformance/show/hex.hpp"
#include "conformance/show/sink_writer.hpp"
#include "conformance/show/summary.hpp"

namespace hallmark::show {
namespace {

using conformance::Examiner;
using reports::InputReport;
using reports::InputVerdict;

// Of an archive as a whole there is nothing to show.
bool valid(const InputReport& report) { return report.verdict == InputVerdict::valid && !report.skipped; }

// codec_of returns the codec that can read something of the input, whatever its verdict; else null.
const Codec* codec_of(const Examiner& examiner, const InputReport& report) {
  return report.verdict == InputVerdict::unreadable ? nullptr : examiner.codec();
}

std::string headline(const InputReport& report) {
  const std::string compression = report.compression ? fmt::format(" ({})", *report.compression) : "";
  return fmt::format("{}: {}{}, {} bytes, {}\n", reports::subject(report), report.format.value_or("unknown format"),
                     compression, report.size, to_string(report.verdict));
}

// LayoutTable prints every byte range of an input, in constant memory.
class LayoutTable final : public SinkWriter<LayoutSink> {
 public:
  LayoutTable(TextSink& output, Bytes input, bool json) : SinkWriter(output), input_(input), json_(json) {}

  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override {
    return attempt([&] {
      const std::string path = path_of(place, {nullptr, offset, length, {}, {}, field});
      if (json_) {
        const reports::Json row = {
            {"offset", reports::number(offset)}, {"length", reports::number(length)}, {"field", field}, {"path", path}};
        if (!first_) write(",");
        write(row.dump());
      } else {
        write_row(offset, length, field, path);
      }
      first_ = false;
      end_ = offset + length;
    });
  }
  // finish shows as text how much comes after the last range.
  void finish() {
    SinkWriter::finish();
    if (!json_ && end_ < input_.size()) write_row(end_, input_.size() - end_, "(not read)", "");
  }

 private:
  void write_row(std::uint64_t offset, std::uint64_t length, const char* field, const std::string& path) {
    constexpr std::size_t shown_bytes = 8;
    if (first_) {
      write(fmt::format("{:>10} {:>10} {:>10}  {:<25}  {:<15} {}\n", "offset", "hex", "length", "bytes", "field",
                        "path"));
    }
    const Bytes bytes = input_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    write(fmt::format("{:>10} {:>#10x} {:>10}  {:<{}}  {:<15} {}\n", offset, offset, length, hex(bytes, shown_bytes),
                      3 * shown_bytes + (bytes.size() > shown_bytes ? 3 : 1), field, path));
  }

  Bytes input_;
  bool json_;
  bool first_ = true;
  std::uint64_t end_ = 0;  // of the last range
};

// print_layout prints every byte range up to the first error.
void print_layout(TextSink& output, const Examiner& examiner, std::uint64_t needed, bool json) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  LayoutTable table(output, examiner.body(), json);
  (void)examiner.codec()->layout(examiner.body(), scratch, examiner.options(), table);
  table.finish();
}

// input_of returns what contents are read from: of a file that is cut, the beginning of what it should be.
Input input_of(const Examiner& examiner, const InputReport& report) {
  const Bytes body = examiner.body();
  return {body, report.cut ? report.cut->size : body.size()};
}

// contents_of reads the contents of an input, of one that is not valid as far as they can be read.
Contents contents_of(const Examiner& examiner, const InputReport& report, std::uint64_t needed) {
  return [&examiner, input = input_of(examiner, report), needed](ContentSink& sink) {
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(needed);
    (void)examiner.codec()->contents(input, scratch, examiner.options(), sink);
  };
}

// with_summary calls use(summary, scratch), if the family of the input has a summary.
template <class Use>
void with_summary(const Examiner& examiner, std::uint64_t needed, const Use& use) {
  const Summary* summary = summary_of(*examiner.codec());
  if (summary == nullptr) return;
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  use(*summary, scratch);
}

// Printing needs more memory than validating where text is converted to numbers; the layout does not.
std::uint64_t memory_needed(const Examiner& examiner, const InputReport& report, bool layout, std::uint64_t most) {
  const Codec* codec = codec_of(examiner, report);
  if (codec == nullptr) return 0;
  const Input input = layout ? Input(examiner.body()) : input_of(examiner, report);
  const std::uint64_t validating = codec->scratch_bound(input, examiner.options());
  if (layout || validating > most) return validating;
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(validating);
  return codec->contents_bound(input, scratch, examiner.options());
}

// What the value takes in addition to the contents.
std::uint64_t memory_of_value(const Examiner& examiner) {
  const conformance::Model* model = conformance::model_named(examiner.codec()->id);
  if (model == nullptr || model->show_bound == nullptr) return 0;
  return model->show_bound(examiner.body(), examiner.options());
}

void limit(InputReport& report, std::uint64_t needed, std::uint64_t most, const char* advice) {
  report.verdict = InputVerdict::limited;
  report.diagnostics.push_back(
      reports::describe({&conformance::rule<"hallmark/max-alloc">, 0, 0, needed, most, ""}, Severity::error, ""));
  report.diagnostics.back().message += advice;
}

// Tables and converted text take memory; tensor data are never copied.
void bound_memory(InputReport& report, const Examiner& examiner, const InspectionStyle& style, std::uint64_t needed,
                  std::uint64_t most) {
  if (style.layout || !valid(report)) return;
  if (needed > most) return limit(report, needed, most, "; --layout needs no memory");
  if (style.stats || !style.json) return;
  const std::uint64_t whole = needed + memory_of_value(examiner);
  if (whole > most) limit(report, whole, most, "; --layout and --stats need less memory");
}

}  // namespace

void Inspection::show(const Examiner& examiner, InputReport& report) {
  const std::uint64_t needed = memory_needed(examiner, report, style_.layout, max_alloc_);
  bound_memory(report, examiner, style_, needed, max_alloc_);
  if (style_.json) {
    print_json(examiner, report, needed);
  } else {
    print_text(examiner, report, needed);
  }
}

void Inspection::print_text(const Examiner& examiner, const InputReport& report, std::uint64_t needed) {
  const bool readable = codec_of(examiner, report) != nullptr && needed <= max_alloc_;
  if (!first_) output_.write("\n");
  first_ = false;
  output_.write(headline(report));
  if (style_.layout && readable) {
    print_layout(output_, examiner, needed, false);
  } else if (valid(report) && style_.stats) {
    print_statistics(output_, contents_of(examiner, report, needed));
  } else if (valid(report) && style_.tokens) {
    with_summary(examiner, needed, [&](const Summary& summary, Scratch& scratch) {
      if (summary.print_tokens == nullptr) return;
      summary.print_tokens(input_of(examiner, report), scratch, examiner.options(), output_);
    });
  } else if (readable) {
    if (valid(report)) {
      with_summary(examiner, needed, [&](const Summary& summary, Scratch& scratch) {
        output_.write(text_of(summary.say(input_of(examiner, report), scratch, examiner.options())));
      });
    }
    const bool whole = valid(report) || (report.cut && report.cut->counted);
    print_table(output_, examiner.body(), whole, contents_of(examiner, report, needed));
  }
  if (report.diagnostics.empty()) return;
  output_.write("\n");
  const reports::ValidationWriter findings({.form = reports::ReportForm::text,
                                            .profile = examiner.options().profile,
                                            .colour = style_.colour,
                                            .quiet = false,
                                            .columns = style_.columns});
  output_.write(findings.input(report, examiner.bytes(), examiner.body()));
}

// The members of an INPUT, then `layout`, `stats`, or `totals` and `value`, written while walking the input.
void Inspection::print_json(const Examiner& examiner, const InputReport& report, std::uint64_t needed) {
  const bool readable = codec_of(examiner, report) != nullptr && needed <= max_alloc_;
  std::string head = to_json(report).dump();
  head.pop_back();
  output_.write(head);
  if (style_.layout && readable) {
    output_.write(",\"layout\":[");
    print_layout(output_, examiner, needed, true);
    output_.write("]");
  } else if (valid(report) && style_.stats) {
    output_.write(",\"stats\":[");
    print_statistics_json(output_, contents_of(examiner, report, needed));
    output_.write("]");
  } else if (valid(report)) {
    with_summary(examiner, needed, [&](const Summary& summary, Scratch& scratch) {
      const reports::Json said = summary.say(input_of(examiner, report), scratch, examiner.options());
      output_.write(",\"summary\":" + said.dump(-1, ' ', false, reports::Json::error_handler_t::replace));
    });
    output_.write(",\"totals\":");
    print_totals(output_, contents_of(examiner, report, needed));
    output_.write(",\"value\":");
    print_value(output_, style_.sha256, [&](conformance::ValueSink& sink) {
      const conformance::Model* model = conformance::model_named(examiner.codec()->id);
      if (model != nullptr) model->show(examiner.body(), examiner.options(), sink);
    });
  }
  output_.write("}\n");
}

}  // namespace hallmark::show
