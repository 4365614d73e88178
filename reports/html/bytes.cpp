// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

// A segment longer than this is shown in parts: its start, its end, and what surrounds a mark.
constexpr std::uint64_t shown_whole = 256;
constexpr std::uint64_t shown_at_start = 64;
constexpr std::uint64_t shown_at_end = 32;
constexpr std::uint64_t shown_around_mark = 16;
constexpr std::uint64_t shown_of_mark = 64;
constexpr std::size_t value_shown = 2000;

struct Mark {
  std::uint64_t from;
  std::uint64_t length;  // 0 if bytes are missing at `from`
  bool error;
  const OffenceDetail* offence;

  [[nodiscard]] std::uint64_t to() const { return from + length; }
};

std::string_view class_of(const Mark& mark) { return mark.error ? "error" : "remark"; }

struct Range {
  std::uint64_t from;
  std::uint64_t to;
};

std::vector<Mark> marks_of(const VectorDetail& vector) {
  std::vector<Mark> marks;
  const auto add = [&](const OffenceDetail& offence, bool error) {
    // Details come from the caller and are not trusted to fit the input.
    marks.push_back({offence.offset, std::min(offence.length, UINT64_MAX - offence.offset), error, &offence});
  };
  if (vector.error) add(*vector.error, true);
  for (const OffenceDetail& warning : vector.warnings) add(warning, false);
  return marks;
}

// covering returns the mark on a byte, errors first, or null.
const Mark* covering(const std::vector<Mark>& marks, std::uint64_t at) {
  const auto found = std::ranges::find_if(marks, [&](const Mark& m) { return m.from <= at && at < m.to(); });
  return found == marks.end() ? nullptr : &*found;
}

std::vector<Range> shown(Range segment, const std::vector<Mark>& marks) {
  const std::uint64_t size = segment.to - segment.from;
  if (size <= shown_whole) return {segment};
  std::vector<Range> ranges = {{segment.from, segment.from + shown_at_start}};
  for (const Mark& mark : marks) {
    const std::uint64_t end = mark.from + std::min(mark.length, shown_of_mark);
    const Range around{mark.from - std::min(mark.from, shown_around_mark),
                       end + std::min(UINT64_MAX - end, shown_around_mark)};
    const Range part{std::max(around.from, segment.from), std::min(around.to, segment.to)};
    if (part.from < part.to) ranges.push_back(part);
  }
  ranges.push_back({segment.to - shown_at_end, segment.to});
  std::ranges::sort(ranges, {}, &Range::from);
  std::vector<Range> merged;
  for (const Range& range : ranges) {
    // A gap of a few bytes takes no more room than the text that would replace it.
    if (!merged.empty() && range.from <= merged.back().to + 8) {
      merged.back().to = std::max(merged.back().to, range.to);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

void put_missing(Markup& page, const Mark& mark) {
  put(page, "<mark class=\"{} here\">missing</mark> ", class_of(mark));
}

void put_range(Markup& page, const SegmentDetail& segment, std::uint64_t start, Range range,
               const std::vector<Mark>& marks) {
  const Mark* open = nullptr;
  for (std::uint64_t at = range.from; at < range.to; ++at) {
    const Mark* mark = covering(marks, at);
    if (open != nullptr && mark != open) {
      page.html += "</mark>";
      open = nullptr;
    }
    if (at != range.from) page.html += ' ';
    for (const Mark& missing : marks) {
      if (missing.length == 0 && missing.from == at) put_missing(page, missing);
    }
    if (mark != nullptr && open == nullptr) {
      put(page, "<mark class=\"{}\">", class_of(*mark));
      open = mark;
    }
    put(page, "{:02x}", static_cast<unsigned char>(segment.bytes[(at - start) % segment.bytes.size()]));
  }
  if (open != nullptr) page.html += "</mark>";
}

void put_message(Markup& page, const Mark& mark) {
  const OffenceDetail& offence = *mark.offence;
  put(page, "<p class=\"{}\">{}</p>", class_of(mark), offence.message.empty() ? offence.rule : offence.message);
}

void put_segments(Markup& page, const std::vector<SegmentDetail>& segments, const std::vector<Mark>& marks) {
  // Labels are next to the bytes they explain.
  const auto is_short = [](const SegmentDetail& segment) { return segment.size() <= 8; };
  put(page, "<ol class=\"bytes{}\">\n", std::ranges::all_of(segments, is_short) ? " short" : "");
  std::uint64_t start = 0;
  for (const SegmentDetail& segment : segments) {
    const Range whole{start, start + segment.size()};
    const auto here = [&](const Mark& mark) { return whole.from <= mark.from && mark.from < whole.to; };
    put(page, "<li{}><span class=\"at\" title=\"{:#x}\">{}</span><code>",
        std::ranges::any_of(marks, here) ? Markup{" class=\"hit\""} : Markup{}, start, start);
    std::uint64_t last = whole.from;
    if (segment.left_out != 0) put(page, "<i>… {} …</i>", plural(segment.left_out, "byte"));
    for (const Range& range :
         whole.from < whole.to && segment.left_out == 0 ? shown(whole, marks) : std::vector<Range>{}) {
      if (range.from != last) put(page, " <i>… {} …</i> ", plural(range.from - last, "byte"));
      put_range(page, segment, start, range, marks);
      last = range.to;
    }
    put(page, "</code><span class=\"what\">{}", segment.text);
    if (segment.repeat != 1) put(page, " <b>× {}</b>", segment.repeat);
    page.html += "</span>";
    for (const Mark& mark : marks) {
      if (here(mark)) put_message(page, mark);
    }
    page.html += "</li>\n";
    start = whole.to;
  }
  for (const Mark& mark : marks) {
    if (mark.from < start) continue;
    put(page, "<li class=\"hit\"><span class=\"at\" title=\"{:#x}\">{}</span><code>", start, start);
    put_missing(page, mark);
    put(page, "</code><span class=\"what\">end of input</span>");
    put_message(page, mark);
    page.html += "</li>\n";
  }
  page.html += "</ol>\n";
}

}  // namespace

void put_bytes(Markup& page, const VectorDetail& vector) { put_segments(page, vector.segments, marks_of(vector)); }

void put_sample(Markup& page, const VectorDetail& vector) {
  if (vector.refused) {
    put(page, "<h4>Value that an encoder must refuse</h4>\n<pre tabindex=\"0\">{}</pre>\n",
        shortened(vector.value, value_shown));
    return;
  }
  std::uint64_t size = 0;
  for (const SegmentDetail& segment : vector.segments) size += segment.size();
  put(page, "<h4>Bytes <span>{}</span></h4>\n", size);
  put_bytes(page, vector);
}

}  // namespace hallmark::reports::web
