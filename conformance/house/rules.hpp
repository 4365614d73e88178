// House rules: what the rooms of this project promise each other, checked over a tree of files. Each rule is a function
// from a tree to findings, so that every one can be shown to find something on a doctored tree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hallmark::house {

// Tree is the files below a root, as paths from it with '/', sorted; version control and build folders left out.
struct Tree {
  std::filesystem::path root;
  std::vector<std::string> files;

  [[nodiscard]] std::string text(const std::string& file) const;
};

[[nodiscard]] Tree tree_of(const std::filesystem::path& root);

// A finding is one line: the file or folder, and what is wrong with it.
using Findings = std::vector<std::string>;

struct Family {
  std::string folder;
  std::vector<std::string> formats;
};

// families_of reads codecs/formats.cmake.
[[nodiscard]] std::vector<Family> families_of(const Tree& tree);

// Every family has a folder in every room, and every folder of a family is registered.
[[nodiscard]] Findings missing_rooms(const Tree& tree);
// Every quoted include names a file from the root, and only a room that the including room may depend on.
[[nodiscard]] Findings wrong_includes(const Tree& tree);
// corpus holds no code.
[[nodiscard]] Findings code_in_corpus(const Tree& tree);
// conformance holds no inputs: nothing binary, no file of a format, no golden vectors.
[[nodiscard]] Findings inputs_in_conformance(const Tree& tree);
// Every file of the corpus is read by the loader, the replay or a fuzzer.
[[nodiscard]] Findings unread_data(const Tree& tree);
// No path of somebody's machine, no host of a package registry, in any text file.
[[nodiscard]] Findings machine_words(const Tree& tree);
// No file above 1 MiB.
[[nodiscard]] Findings large_files(const Tree& tree);

// forbidden_symbols lists what the objects of a library reference beyond themselves, the few memory functions that
// compilers call, and what sanitizers and coverage add: allocators, throws, I/O. `nm` is the program to ask; throws
// std::runtime_error when it fails.
[[nodiscard]] Findings forbidden_symbols(const std::string& nm, const std::filesystem::path& library);

}  // namespace hallmark::house
