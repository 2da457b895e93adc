// One fault for each sanitizer to report. The argument names the sanitizer. The faults depend on the number of
// arguments, a value that no compiler knows.
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

int beyond(int count) {
  auto* some = static_cast<volatile std::uint8_t*>(std::calloc(16, 1));
  const int value = some == nullptr ? 0 : some[14 + count];
  std::free(const_cast<std::uint8_t*>(some));
  return value;
}

int overflow(int count) { return 0x7ffffffe + count; }

int uninitialized(int count) {
  volatile std::uint8_t some[4];
  some[0] = 1;
  return some[count] == 7 ? 1 : 0;  // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult): the fault
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 0;
  if (std::strcmp(words[1], "AddressSanitizer") == 0) return beyond(count);
  if (std::strcmp(words[1], "UndefinedBehaviorSanitizer") == 0) return overflow(count) == 0;
  if (std::strcmp(words[1], "MemorySanitizer") == 0) return uninitialized(count) == 0;
  return 0;
}
