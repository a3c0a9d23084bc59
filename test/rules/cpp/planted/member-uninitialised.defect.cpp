class Counter {
 public:
  explicit Counter(int step) : step_(step) {}
  int next() { total_ += step_; return total_; }
 private:
  int step_;
  int total_;
};
int run() {
  Counter c(2);
  return c.next();
}
