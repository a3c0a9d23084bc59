#include <cstring>
#include <string>
struct Plain { char name[8]; int id; };
void wipe(Plain *r, const Plain *from) {
  memcpy(r, from, sizeof(Plain));
}
