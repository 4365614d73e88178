// Control for the symbol check: one function for each thing that codecs may not do. Never linked.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::control {

void allocate(std::vector<int>& to) { to.push_back(1); }
void* allocate_in_c(std::size_t size) { return std::malloc(size); }
void throw_something(int value) { throw value; }
std::string_view throw_in_library(std::string_view text, std::size_t at) { return text.substr(at); }
void print(const char* text) { std::puts(text); }
void give_up() { std::abort(); }

}  // namespace hallmark::control
