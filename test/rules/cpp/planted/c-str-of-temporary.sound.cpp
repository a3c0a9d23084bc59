#include <string>
#include <cstdio>
std::string name_of(int id);
void show(int id) {
  std::string name = name_of(id);
  const char *text = name.c_str();
  std::puts(text);
  std::puts(name_of(id).c_str());
}
