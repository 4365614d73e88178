// House rules: checks of the structure of the project. Each rule is a function from a tree of files to
// findings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hallmark::house {

// Tree is the sorted list of files below a root, without version control and build folders.
struct Tree {
  std::filesystem::path root;
  std::vector<std::string> files;

  [[nodiscard]] std::string text(const std::string& file) const;
};

[[nodiscard]] Tree tree_of(const std::filesystem::path& root);

// A finding is one line: the file or folder, and the fault.
using Findings = std::vector<std::string>;

struct Family {
  std::string folder;
  std::vector<std::string> formats;
  std::vector<std::string> uses;  // families
  std::vector<std::string> extensions;
  std::vector<std::string> by_structure;  // extensions of a file that is looked at first
};

// families_of reads codecs/<family>/family.json.
[[nodiscard]] std::vector<Family> families_of(const Tree& tree);

// formats_in_lists finds code outside the rooms of the families that names many of them close together: what a manifest
// says is not said again. The hook of pre-commit must list the extensions, and is compared.
[[nodiscard]] Findings formats_in_lists(const Tree& tree);

// Every family has its files in every room, and every family folder is registered.
[[nodiscard]] Findings missing_rooms(const Tree& tree);
// Every quoted include names a file of the project, in a room that the including room may depend on.
[[nodiscard]] Findings wrong_includes(const Tree& tree);
// No code in corpus.
[[nodiscard]] Findings code_in_corpus(const Tree& tree);
// No inputs in conformance: no binary files, no files of a format, no golden vectors.
[[nodiscard]] Findings inputs_in_conformance(const Tree& tree);
// Every file of the corpus is used by the loader, the replay or a fuzzer.
[[nodiscard]] Findings unread_data(const Tree& tree);
// No absolute path of a machine and no host of a package registry in any text file.
[[nodiscard]] Findings machine_specific_text(const Tree& tree);
// What is shipped parses JSON and TOML through the bounded readers alone.
[[nodiscard]] Findings unbounded_parsers(const Tree& tree);
// No file above 1 MiB.
[[nodiscard]] Findings large_files(const Tree& tree);

// forbidden_symbols runs `nm` and lists the external symbols of a library that are not allowed: allocators, throws,
// I/O. Allowed are a few memory functions that compilers call, and symbols of sanitizers and coverage. Throws
// std::runtime_error if nm fails.
[[nodiscard]] Findings forbidden_symbols(const std::string& nm, const std::filesystem::path& library);

}  // namespace hallmark::house
