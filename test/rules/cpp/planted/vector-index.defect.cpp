#include <vector>
int sixth() {
  std::vector<int> v = {1, 2, 3};
  return v[5];
}
