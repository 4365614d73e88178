// hallmark_documents FOLDER: writes the man page and the completions of bash, zsh and fish.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "conformance/program/command.hpp"
#include "conformance/program/documents/documents.hpp"

namespace hallmark::documents {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

void write_all(const std::filesystem::path& folder) {
  program::Program program;
  CLI::App app;
  program::add_commands(app, program, program::OptionsOf::every_command);
  std::filesystem::create_directories(folder);
  write(folder / "hallmark.1", man_page(app, program.operands));
  write(folder / "hallmark.bash", bash_completion(app));
  write(folder / "_hallmark", zsh_completion(app));
  write(folder / "hallmark.fish", fish_completion(app));
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

}  // namespace hallmark::documents

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: hallmark_documents FOLDER\n";
    return 4;
  }
  try {
    hallmark::documents::write_all(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "hallmark_documents: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
