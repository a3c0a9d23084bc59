#include <vector>
int doubled(std::vector<int> &all) {
  int sum = 0;
  std::vector<int> more;
  for (auto it = all.begin(); it != all.end(); ++it) {
    if (*it > 3) more.push_back(*it * 2);
    sum += *it;
  }
  for (int each : more) all.push_back(each);
  return sum;
}
