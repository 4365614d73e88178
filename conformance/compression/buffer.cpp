#include "conformance/compression/buffer.hpp"

#include <algorithm>

namespace hallmark::compression {
namespace {

constexpr std::uint64_t first_room = std::uint64_t{64} << 10;

}  // namespace

bool Buffer::reserve(std::uint64_t size) noexcept {
  if (size <= capacity_) return true;
  auto* const grown = static_cast<std::byte*>(std::realloc(memory_.get(), static_cast<std::size_t>(size)));
  if (grown == nullptr) return false;
  (void)memory_.release();
  memory_.reset(grown);
  capacity_ = size;
  return true;
}

bool Buffer::grow(std::uint64_t most) noexcept {
  return capacity_ < most && reserve(std::min(most, std::max(first_room, capacity_ * 2)));
}

void Buffer::release() noexcept {
  memory_.reset();
  capacity_ = 0;
}

}  // namespace hallmark::compression
