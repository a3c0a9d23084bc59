#include <map>
#include <string>
int drop(std::map<std::string, int> &m, const std::string &key) {
  auto it = m.find(key);
  if (it == m.end()) return 0;
  int value = it->second;
  it = m.erase(it);
  return it == m.end() ? value : it->second;
}
