#include <functional>
std::function<int(int)> adder(int base) {
  int offset = base * 2;
  return [=](int x) { return x + offset; };
}
int now(int base) {
  int offset = base * 2;
  auto add = [&](int x) { return x + offset; };
  return add(3);
}
