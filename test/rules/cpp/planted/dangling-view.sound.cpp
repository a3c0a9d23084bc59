#include <string>
#include <string_view>
std::string name_of(int id);
int count(int id) {
  std::string whole = name_of(id) + "!";
  std::string_view view = whole;
  int n = 0;
  for (char c : view) if (c == 'a') n++;
  return n;
}
