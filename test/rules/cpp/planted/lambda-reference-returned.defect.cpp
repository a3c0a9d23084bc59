#include <functional>
std::function<int(int)> adder(int base) {
  int offset = base * 2;
  return [&](int x) { return x + offset; };
}
