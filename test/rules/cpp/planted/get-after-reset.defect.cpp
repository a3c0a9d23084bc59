#include <memory>
struct Node { int value; };
int read(std::unique_ptr<Node> owner) {
  Node *raw = owner.get();
  owner.reset();
  return raw->value;
}
