#include <map>
#include <string>
int drop(std::map<std::string, int> &m, const std::string &key) {
  auto it = m.find(key);
  if (it == m.end()) return 0;
  m.erase(it);
  return it->second;
}
