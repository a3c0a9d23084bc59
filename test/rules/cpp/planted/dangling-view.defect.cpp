#include <string>
#include <string_view>
std::string name_of(int id);
int count(int id) {
  std::string_view view = name_of(id) + "!";
  int n = 0;
  for (char c : view) if (c == 'a') n++;
  return n;
}
