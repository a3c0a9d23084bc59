#include <vector>
int doubled(std::vector<int> &all) {
  int sum = 0;
  for (auto it = all.begin(); it != all.end(); ++it) {
    if (*it > 3) all.push_back(*it * 2);
    sum += *it;
  }
  return sum;
}
