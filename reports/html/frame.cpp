// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "reports/html/report.hpp"

namespace hallmark::reports::assets {

// The style and the script of the page, embedded at build time.
extern const std::string_view style;
extern const std::string_view script;
extern const std::string_view script_sha256;  // hexadecimal; the page allows this script only

}  // namespace hallmark::reports::assets

namespace hallmark::reports::web {
namespace {

// base64_of converts a hexadecimal digest to base64, for the content security policy.
std::string base64_of(std::string_view hexadecimal) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < hexadecimal.size(); at += 6) {  // 3 bytes, 4 characters
    const std::string_view digits = hexadecimal.substr(at, 6);
    unsigned bits = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    bits <<= 4 * (6 - digits.size());
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= digits.size() * 2 / 3 ? alphabet[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return out;
}

}  // namespace

std::string style_sheet() { return fmt::format("{}\n{}", style_mark, assets::style); }

void put_start(Markup& page, const Frame& frame) {
  // The policy allows the style sheet beside the page and one script by its hash: even unescaped text could not run or
  // send anything. `file:` is for browsers in which 'self' does not cover a page that was opened from a folder.
  put(page,
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"generator\" content=\"hallmark {}\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self' file:; "
      "img-src data:; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{}{}\">\n</head>\n<body>\n",
      HALLMARK_VERSION, base64_of(assets::script_sha256), frame.title, frame.root, style_file);
  page.html +=
      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header class=\"top\"><span "
      "class=\"brand\">Hallmark</span>";
  if (!frame.way.empty()) {
    page.html += "<nav aria-label=\"Breadcrumb\"><ol>";
    for (const Step& step : frame.way) put(page, "<li><a href=\"{}\">{}</a></li>", step.address, step.text);
    page.html += "</ol></nav>";
  }
  page.html += "</header>\n<main id=\"main\" tabindex=\"-1\">\n";
}

void put_end(Markup& page, const Frame& frame) {
  page.html += "</main>\n";
  if (frame.script) put(page, "<script>{}</script>\n", Markup{std::string(assets::script)});
  page.html += "</body>\n</html>\n";
}

void put_search(Markup& page, std::string_view what) {
  put(page,
      "<form class=\"search\" role=\"search\" hidden><label>Find {} <input type=\"search\" autocomplete=\"off\" "
      "placeholder=\"/\"></label> <output aria-live=\"polite\"></output></form>\n",
      what);
}

void put_fact(Markup& page, std::string_view name, const Markup& value) {
  if (!value.html.empty()) put(page, "<div><dt>{}</dt><dd>{}</dd></div>", name, value);
}

void put_fact(Markup& page, std::string_view name, std::string_view value) {
  put_fact(page, name, Markup{html_text(value)});
}

}  // namespace hallmark::reports::web
