class Buffer {
 public:
  explicit Buffer(int n) : data_(new char[n]) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { delete[] data_; }
  char at(int i) const { return data_[i]; }
 private:
  char *data_;
};
