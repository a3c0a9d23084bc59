#include <algorithm>
class Table {
 public:
  Table() : rows_(new int[16]()) {}
  Table(const Table &other) : rows_(new int[16]) { std::copy(other.rows_, other.rows_ + 16, rows_); }
  Table &operator=(const Table &other) { std::copy(other.rows_, other.rows_ + 16, rows_); return *this; }
  ~Table() { delete[] rows_; }
  int row(int i) const { return rows_[i & 15]; }
 private:
  int *rows_;
};
int twice(const Table &original) {
  Table copy = original;
  return copy.row(1);
}
