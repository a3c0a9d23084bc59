#include <vector>
int sixth() {
  std::vector<int> v = {1, 2, 3};
  v.resize(8);
  return v[5] + v[7];
}
int third() {
  std::vector<int> v = {1, 2, 3};
  return v[2];
}
