#include <string>
#include <cstdio>
std::string name_of(int id);
void show(int id) {
  const char *text = name_of(id).c_str();
  std::puts(text);
}
