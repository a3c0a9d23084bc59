class Counter {
 public:
  explicit Counter(int step) : step_(step) {}
  int next() { total_ += step_; return total_; }
 private:
  int step_;
  int total_ = 0;
};
class Other {
 public:
  explicit Other(int step) { step_ = step; clear(); }
  void clear() { total_ = 0; }
  int next() { total_ += step_; return total_; }
 private:
  int step_;
  int total_;
};
int run() {
  Counter c(2);
  Other d(3);
  return c.next() + d.next();
}
