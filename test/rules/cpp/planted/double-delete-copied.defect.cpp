class Table {
 public:
  Table() : rows_(new int[16]()) {}
  ~Table() { delete[] rows_; }
  int row(int i) const { return rows_[i & 15]; }
 private:
  int *rows_;
};
int twice(const Table &original) {
  Table copy = original;
  return copy.row(1);
}
