#include "conformance/runner/reference_server.hpp"

#include <algorithm>

#include "conformance/runner/reference.hpp"

namespace hallmark::runner {
namespace {

// A longer line is cut off, and then fails to parse as JSON.
constexpr std::size_t longest_line = std::size_t{256} << 20;

}  // namespace

bool ReferenceServer::take(std::string_view piece) {
  while (!stopped_ && !piece.empty()) {
    const std::size_t end = std::min(piece.find('\n'), piece.size());
    if (line_.size() < longest_line) line_ += piece.substr(0, end);
    if (end == piece.size()) break;
    piece.remove_prefix(end + 1);
    answer();
  }
  return !stopped_;
}

void ReferenceServer::finish() {
  if (!stopped_ && !line_.empty()) answer();
}

void ReferenceServer::answer() {
  Reply reply = reference_reply(line_, version_);
  line_.clear();
  stopped_ = reply.stop;
  if (!stopped_) write_(reply.line += '\n');
}

}  // namespace hallmark::runner
