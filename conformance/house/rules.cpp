#include "conformance/house/rules.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <regex>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string_view>

#include "codecs/core/utf8.hpp"

namespace hallmark::house {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> rooms{"codecs", "corpus", "conformance", "fuzz", "benchmarks"};

template <class Range>
bool starts_with_any(std::string_view text, const Range& prefixes) {
  return std::ranges::any_of(prefixes, [text](std::string_view prefix) { return text.starts_with(prefix); });
}

template <class Range>
bool ends_with_any(std::string_view text, const Range& suffixes) {
  return std::ranges::any_of(suffixes, [text](std::string_view suffix) { return text.ends_with(suffix); });
}

// part(file, 0) of "codecs/bson/rules.hpp" is "codecs", part(file, 1) is "bson".
std::string part(std::string_view file, int number) {
  for (; number > 0; --number) {
    const auto slash = file.find('/');
    if (slash == std::string_view::npos) return {};
    file.remove_prefix(slash + 1);
  }
  return std::string(file.substr(0, file.find('/')));
}

bool is_cpp(std::string_view file) {
  constexpr std::string_view suffixes[] = {".hpp", ".cpp", ".h", ".cc", ".c", ".cpp.in", ".hpp.in"};
  return ends_with_any(file, suffixes);
}

bool is_text(const std::string& content) {
  return content.find('\0') == std::string::npos && find_invalid_utf8(as_bytes(content)) == nowhere;
}

bool has_folder(const Tree& tree, const std::string& folder) {
  const std::string prefix = folder + "/";
  const auto at = std::lower_bound(tree.files.begin(), tree.files.end(), prefix);
  return at != tree.files.end() && at->starts_with(prefix);
}

bool has_file(const Tree& tree, const std::string& file) {
  return std::binary_search(tree.files.begin(), tree.files.end(), file);
}

struct Include {
  std::string name;
  bool quoted = false;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex line(R"re(^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">])re", std::regex::multiline);
  std::vector<Include> includes;
  for (std::sregex_iterator at(text.begin(), text.end(), line), last; at != last; ++at) {
    includes.push_back({(*at)[2], (*at)[1] == "\""});
  }
  return includes;
}

// The file that an include names: relative to codecs/include for public headers, to codecs for private ones, and to the
// root of the project for all others.
std::string file_included(const std::string& room, const std::string& name) {
  if (name.starts_with("hallmark/")) return "codecs/include/" + name;
  return room == "codecs" ? "codecs/" + name : name;
}

std::vector<std::string> used_by(const std::string& folder, const std::vector<Family>& families) {
  const auto found =
      std::find_if(families.begin(), families.end(), [&](const Family& family) { return family.folder == folder; });
  return found == families.end() ? std::vector<std::string>() : found->uses;
}

// Public headers may include public headers of the core, and of the families that this one uses.
std::vector<std::string> allowed_for_codecs(const std::string& file, const std::vector<Family>& families) {
  const std::string public_core = "codecs/include/hallmark/core/";
  const bool is_public = file.starts_with("codecs/include/");
  std::string family = part(file, is_public ? 3 : 1);
  if (is_public) family = family.substr(0, family.find('.'));
  std::vector<std::string> allowed{public_core};
  if (!is_public) allowed.insert(allowed.end(), {"codecs/core/", "codecs/" + family + "/"});
  if (family == "core") return allowed;
  allowed.push_back("codecs/include/hallmark/" + family + ".hpp");
  for (const std::string& used : used_by(family, families)) {
    allowed.push_back("codecs/include/hallmark/" + used + ".hpp");
    if (!is_public) allowed.push_back("codecs/" + used + "/");
  }
  return allowed;
}

// The shipped rooms of conformance from the ground up: each may include those before it.
constexpr std::array<std::string_view, 11> conformance_rooms{"compression", "http",   "model",  "examine",
                                                             "statistics",  "suite",  "show",   "generate",
                                                             "process",     "runner", "program"};

std::vector<std::string> conformance_up_to(std::string_view last) {
  std::vector<std::string> allowed;
  for (const std::string_view room : conformance_rooms) {
    allowed.push_back("conformance/" + std::string(room) + "/");
    if (room == last) break;
  }
  return allowed;
}

// conformance_rooms follow their order. A family's model is shipped with the room `model`, its generator with
// `generate`; its oracle and properties are tests, and only tests may use `testing`.
std::vector<std::string> allowed_for_conformance(const std::string& file, const std::vector<Family>& families) {
  const std::string room = part(file, 1);
  // One puts codecs, generators, vectors and runner together; the other breaks the program as a whole.
  if (room == "mutants" || room == "faults") return {"codecs/", "conformance/", "reports/"};
  const bool shipped = std::find(conformance_rooms.begin(), conformance_rooms.end(), room) != conformance_rooms.end();
  const bool tests_whole_rooms = room == "core" || room == "reports" || room == "house";
  const bool test = file.ends_with("_test.cpp") || file.find("/testing/") != std::string::npos || tests_whole_rooms;
  const bool family_model = !shipped && file.find("/model") != std::string::npos;
  const bool family_generator = !shipped && file.find("/generate") != std::string::npos;
  std::vector<std::string> allowed = shipped             ? conformance_up_to(room)
                                     : tests_whole_rooms ? conformance_up_to("suite")
                                     : room == "python"  ? conformance_up_to("examine")
                                                         : conformance_up_to("model");
  allowed.insert(allowed.end(), {"codecs/", "reports/", "conformance/" + room + "/"});
  if (test || !(shipped || family_model || family_generator)) allowed.emplace_back("conformance/testing/");
  // The tape that generators read also drives properties.
  if (test || !(shipped || family_model)) allowed.emplace_back("conformance/generate/");
  for (const std::string& used : used_by(room, families)) allowed.push_back("conformance/" + used + "/");
  if (file.ends_with("/python.cpp")) allowed.emplace_back("conformance/python/");
  // Tests of what the program does with one family, and its large file.
  if (part(file, 2) == "program") allowed.emplace_back("conformance/program/testing/");
  // Samples of results serve the tests of the command that renders them.
  if (room == "program" && test) allowed.emplace_back("conformance/reports/");
  return allowed;
}

// Fuzz targets and benchmarks use what examines inputs, not the program; those of a family also its generator, its
// oracle and its comparison of two ways to decode.
std::vector<std::string> allowed_for_targets(const std::string& file) {
  std::vector<std::string> allowed = conformance_up_to("runner");
  const std::string family = "conformance/" + part(file, 1) + "/";
  allowed.insert(allowed.end(), {part(file, 0) + "/", "codecs/", "reports/", "conformance/testing/",
                                 family + "generate.hpp", family + "apart.hpp",
                                 family + "oracle.hpp"});
  return allowed;
}

// The rooms that a file may include from. A room may always include itself.
std::vector<std::string> allowed_for(const std::string& file, const std::vector<Family>& families) {
  const std::string room = part(file, 0);
  if (room == "codecs") return allowed_for_codecs(file, families);
  if (room == "reports") return {"reports/", "codecs/core/", "codecs/include/hallmark/core/"};
  if (room == "conformance") return allowed_for_conformance(file, families);
  return allowed_for_targets(file);
}

// Standard headers for reading files, printing or allocating.
bool forbidden_standard_header(const std::string& name) {
  static const std::set<std::string> forbidden{"iostream", "fstream", "sstream",       "cstdio", "filesystem", "print",
                                               "string",   "vector",  "map",           "set",    "functional", "deque",
                                               "list",     "regex",   "unordered_map", "thread", "mutex"};
  return forbidden.count(name) != 0;
}

// In angle brackets codecs may include standard headers (no suffix, no folder) and fast_float; two files alone
// the vectors of a processor, so that all others are the same everywhere.
bool disallowed_in_codecs(const std::string& file, const std::string& name) {
  if (name.starts_with("fast_float/")) return false;
  if (name == "immintrin.h" || name == "arm_neon.h") return file != "codecs/core/utf8_vectors.hpp";
  if (name == "emmintrin.h") return file != "codecs/core/text_lanes.hpp";
  return name.find_first_of("./") != std::string::npos || forbidden_standard_header(name);
}

// A word that starts with '/' counts only at the start of a path, not inside one as after `${folder}`.
std::size_t find_absolute(const std::string& text, const std::string& word) {
  constexpr std::string_view starts_path = " \t\n\"'`=:,;(<[";
  auto at = text.find(word);
  while (at != std::string::npos && at > 0 && word.front() == '/' &&
         starts_path.find(text[at - 1]) == std::string_view::npos) {
    at = text.find(word, at + 1);
  }
  return at;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace

std::string Tree::text(const std::string& file) const {
  std::ifstream in(root / file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

Tree tree_of(const fs::path& root) {
  Tree tree{root, {}};
  for (fs::recursive_directory_iterator at(root), last; at != last; ++at) {
    const std::string name = at->path().filename().string();
    if (at->is_directory()) {
      const bool built = at.depth() == 0 && (name.starts_with("build") || name == ".hallmark");
      if (built || name == ".git" || name == "__pycache__") at.disable_recursion_pending();
      continue;
    }
    tree.files.push_back(at->path().lexically_relative(root).generic_string());
  }
  std::sort(tree.files.begin(), tree.files.end());
  return tree;
}

std::vector<Family> families_of(const Tree& tree) {
  std::vector<Family> families;
  for (const std::string& file : tree.files) {
    if (part(file, 0) != "codecs" || part(file, 2) != "family.json") continue;
    const auto manifest = nlohmann::json::parse(tree.text(file));
    Family& family = families.emplace_back(Family{part(file, 1), {}, {}, manifest.at("extensions"), {}});
    family.uses = manifest.value("uses", std::vector<std::string>());
    for (const auto& shared : manifest.value("shared_extensions", nlohmann::json::array())) {
      if (shared.at("starts_with") == "structure") family.by_structure.push_back(shared.at("extension"));
    }
    for (const auto& format : manifest.at("formats")) family.formats.push_back(format.at("id"));
  }
  return families;
}

Findings missing_rooms(const Tree& tree) {
  constexpr std::string_view folders_of_all[] = {"corpus/*/golden", "fuzz/*", "benchmarks/*"};
  constexpr std::string_view files_of_all[] = {
      "codecs/*/rules.hpp",        "codecs/*/codec.cpp",          "codecs/*/decode.cpp",
      "codecs/*/encode.cpp",       "codecs/*/README.md",          "codecs/include/hallmark/*.hpp",
      "conformance/*/model.cpp",   "conformance/*/generate.hpp",  "conformance/*/generate_format.cpp",
      "conformance/*/oracle.hpp",  "conformance/*/properties_test.cpp"};
  Findings findings;
  std::set<std::string> known{"core", "include", "cmake"};
  for (const Family& family : families_of(tree)) {
    known.insert(family.folder);
    const auto path_of = [&family](std::string path) { return path.replace(path.find('*'), 1, family.folder); };
    for (const std::string_view pattern : folders_of_all) {
      const std::string folder = path_of(std::string(pattern));
      if (!has_folder(tree, folder)) findings.push_back(folder + ": missing");
    }
    for (const std::string_view pattern : files_of_all) {
      const std::string file = path_of(std::string(pattern));
      if (!has_file(tree, file)) findings.push_back(file + ": missing");
    }
    // Where inputs are too small for three faults, all of them can be tried.
    const std::string tests = "conformance/" + family.folder + "/";
    if (!has_file(tree, tests + "three_faults_test.cpp") && !has_file(tree, tests + "exhaustive_test.cpp")) {
      findings.push_back(tests + "three_faults_test.cpp: missing, and no exhaustive_test.cpp either");
    }
    if (family.formats.empty()) findings.push_back("codecs/" + family.folder + "/family.json: no format");
  }
  for (const std::string& file : tree.files) {
    const std::string folder = part(file, 1);
    if (part(file, 0) == "codecs" && !part(file, 2).empty() && known.insert(folder).second) {
      findings.push_back("codecs/" + folder + ": no family.json");
    }
  }
  return findings;
}

// CMake writes these.
bool made_of_manifests(std::string_view file) {
  return file == "codecs/core/families.hpp" || file == "codecs/core/family_table.hpp";
}

Findings wrong_includes(const Tree& tree) {
  Findings findings;
  const std::vector<Family> families = families_of(tree);
  for (const std::string& file : tree.files) {
    const std::string room = part(file, 0);
    const bool ours = room == "reports" || std::find(rooms.begin(), rooms.end(), room) != rooms.end();
    if (!ours || !is_cpp(file)) continue;
    const auto allowed = allowed_for(file, families);
    for (const Include& include : includes_of(tree.text(file))) {
      if (!include.quoted) {
        if (room == "codecs" && disallowed_in_codecs(file, include.name)) {
          findings.push_back(file + ": codecs may not include <" + include.name + ">");
        }
      } else if (const std::string included = file_included(room, include.name); made_of_manifests(included)) {
        continue;
      } else if (!has_file(tree, included)) {
        findings.push_back(file + ": " + quoted(include.name) + " is not a file of the project");
      } else if (!starts_with_any(included, allowed)) {
        findings.push_back(file + ": may not depend on " + quoted(include.name));
      }
    }
  }
  return findings;
}

Findings code_in_corpus(const Tree& tree) {
  constexpr std::string_view code[] = {".cpp", ".hpp", ".c",  ".h",  ".cc", ".cmake", ".py", ".sh",
                                       ".js",  ".ts",  ".go", ".rs", ".rb", ".java",  ".pl", ".cs"};
  Findings findings;
  for (const std::string& file : tree.files) {
    if (part(file, 0) != "corpus") continue;
    const bool runs = (fs::status(tree.root / file).permissions() & fs::perms::owner_exec) != fs::perms::none;
    if (ends_with_any(file, code) || file.ends_with("CMakeLists.txt") || runs || tree.text(file).starts_with("#!")) {
      findings.push_back(file + ": code in the corpus");
    }
  }
  return findings;
}

Findings inputs_in_conformance(const Tree& tree) {
  std::vector<std::string> inputs = {".bin", ".hex"};
  for (const Family& family : families_of(tree)) {
    inputs.insert(inputs.end(), family.extensions.begin(), family.extensions.end());
  }
  Findings findings;
  for (const std::string& file : tree.files) {
    if (part(file, 0) != "conformance" || file.ends_with(".cpp.in")) continue;
    const std::string text = tree.text(file);
    const bool vectors = file.ends_with(".json") && text.find("\"vectors\"") != std::string::npos;
    if (ends_with_any(file, inputs) || vectors || !is_text(text)) {
      findings.push_back(file + ": an input outside the corpus");
    }
  }
  return findings;
}

Findings unread_data(const Tree& tree) {
  std::set<std::string> families;
  for (const Family& family : families_of(tree)) families.insert(family.folder);
  Findings findings;
  for (const std::string& file : tree.files) {
    if (part(file, 0) != "corpus") continue;
    static const std::set<std::string> whole{"corpus/vector.schema.json", "corpus/version.json", "corpus/withdrawn.json"};
    if (whole.contains(file) || file.ends_with("/README.md")) continue;
    const std::string family = part(file, 1);
    const std::string kind = part(file, 2);
    const bool known = families.count(family) != 0;
    const bool loaded = known && kind == "golden" && file.ends_with(".json") && part(file, 4).empty();
    const bool replayed = (kind == "regressions" || kind == "seeds") && has_folder(tree, "fuzz/" + family);
    const bool dictionary =
        kind.ends_with(".dict") && has_file(tree, "fuzz/" + family + "/" + kind.substr(0, kind.size() - 5) + ".cpp");
    const bool errata = known && kind == "errata.toml" && has_file(tree, "conformance/testees/errata.py");
    if (!loaded && !replayed && !dictionary && !errata) findings.push_back(file + ": read by nothing");
  }
  return findings;
}

Findings machine_specific_text(const Tree& tree) {
  // Split, so that this file passes its own check.
  static const std::vector<std::string> words{
      std::string("/ho") + "me/",         std::string("/ro") + "ot/",          std::string("/Us") + "ers/",
      std::string("/wo") + "rk/",         std::string("\\Us") + "ers\\",       std::string("pypi") + ".org",
      std::string("pythonhosted") + ".o", std::string("npmjs") + ".org",       std::string("npmjs") + ".com",
      std::string("crates") + ".io",      std::string("proxy.golang") + ".o",  std::string("maven") + ".org",
      std::string("rubygems") + ".org",   std::string("nuget") + ".org",       std::string("deb.debian") + ".org",
      std::string("files.python") + "ho", std::string("archive.ubuntu") + ".", std::string("docker") + ".io"};
  Findings findings;
  for (const std::string& file : tree.files) {
    const std::string text = tree.text(file);
    if (!is_text(text) || file.ends_with("/Cargo.lock")) continue;  // cargo writes the registry into every entry
    for (const std::string& word : words) {
      if (const auto at = find_absolute(text, word); at != std::string::npos) {
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        findings.push_back(file + ":" + std::to_string(line) + ": " + quoted(word));
      }
    }
  }
  return findings;
}

Findings unbounded_parsers(const Tree& tree) {
  constexpr std::string_view calls[] = {"son::parse(", "son::sax_parse(", "son::accept(", "toml::parse"};
  Findings findings;
  for (const std::string& file : tree.files) {
    const std::string room = part(file, 1);
    const bool known = room == "python" ||
                       std::find(conformance_rooms.begin(), conformance_rooms.end(), room) != conformance_rooms.end();
    const bool shipped = part(file, 0) == "reports" || (part(file, 0) == "conformance" && known);
    const bool test = file.ends_with("_test.cpp") || file.find("/testing/") != std::string::npos;
    const bool reader = file == "reports/bounded_json.cpp" || file == "conformance/examine/bounded_toml.cpp";
    if (!is_cpp(file) || !shipped || test || reader) continue;
    const std::string text = tree.text(file);
    for (const std::string_view call : calls) {
      const std::size_t at = text.find(call);
      if (at == std::string::npos || std::string_view(text).substr(at).starts_with("toml::parse_error")) continue;
      findings.push_back(file + ": parses without bounds; use parse_json or parse_toml");
    }
  }
  return findings;
}

Findings large_files(const Tree& tree) {
  Findings findings;
  for (const std::string& file : tree.files) {
    const auto size = fs::is_regular_file(tree.root / file) ? fs::file_size(tree.root / file) : 0;
    if (size > std::uintmax_t{1} << 20) findings.push_back(file + ": " + std::to_string(size) + " bytes");
  }
  return findings;
}

}  // namespace hallmark::house
