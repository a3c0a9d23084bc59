#include <cstring>
#include <string>
struct Record {
  std::string name;
  int id;
};
void wipe(Record *r, const Record *from) {
  memcpy(r, from, sizeof(Record));
}
