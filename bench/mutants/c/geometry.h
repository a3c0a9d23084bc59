#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Point { double x, y; } Point;
typedef struct Rect { double left, top, right, bottom; } Rect;

double cross(Point a, Point b, Point c);
double polygonArea(const Point *points, size_t count);
bool insidePolygon(const Point *points, size_t count, Point p);
bool rectIntersect(const Rect *a, const Rect *b, Rect *out);
Rect boundingBox(const Point *points, size_t count);
int segmentsCross(Point a, Point b, Point c, Point d);

#endif
