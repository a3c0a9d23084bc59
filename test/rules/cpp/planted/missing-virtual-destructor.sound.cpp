class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
class Circle : public Shape {
 public:
  explicit Circle(double r) : points_(new double[8]), r_(r) {}
  Circle(const Circle &) = delete;
  Circle &operator=(const Circle &) = delete;
  ~Circle() override { delete[] points_; }
  double area() const override { return r_ * r_ * 3.14; }
 private:
  double *points_;
  double r_;
};
double measure(double r) {
  Shape *shape = new Circle(r);
  double a = shape->area();
  delete shape;
  return a;
}
