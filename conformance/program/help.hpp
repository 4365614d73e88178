// Help: CLI11's help, with the operands that Operands keeps.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "conformance/program/operands.hpp"

namespace hallmark::program {

class Help : public CLI::Formatter {
 public:
  explicit Help(const Operands& operands) : operands_(operands) {}

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    usage.insert(usage.find_last_not_of('\n') + 1, operands_.usage(*app));
    return usage;
  }
  std::string make_positionals(const CLI::App* app) const override {
    return operands_.description(*app, get_column_width());
  }

 private:
  const Operands& operands_;
};

}  // namespace hallmark::program
