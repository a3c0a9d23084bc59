#include <array>
int last() {
  std::array<int, 4> a{};
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += a[i];
  return sum;
}
