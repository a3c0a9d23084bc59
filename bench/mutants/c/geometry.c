#include "geometry.h"

/* Twice the area of a triangle, positive when it turns left. */
double cross(Point a, Point b, Point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double polygonArea(const Point *points, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const Point *next = &points[i + 1 < count ? i + 1 : 0];
        sum += points[i].x * next->y - next->x * points[i].y;
    }
    return sum < 0 ? -sum / 2 : sum / 2;
}

bool insidePolygon(const Point *points, size_t count, Point p)
{
    bool inside = false;
    for (size_t i = 0, j = count - 1; i < count; j = i++) {
        if ((points[i].y > p.y) != (points[j].y > p.y)) {
            double slope = (points[j].x - points[i].x) / (points[j].y - points[i].y);
            if (p.x < slope * (p.y - points[i].y) + points[i].x)
                inside = !inside;
        }
    }
    return inside;
}

/* False, and nothing written, where they do not overlap. */
bool rectIntersect(const Rect *a, const Rect *b, Rect *out)
{
    Rect r;
    r.left = a->left > b->left ? a->left : b->left;
    r.top = a->top > b->top ? a->top : b->top;
    r.right = a->right < b->right ? a->right : b->right;
    r.bottom = a->bottom < b->bottom ? a->bottom : b->bottom;
    if (!(r.left < r.right && r.top < r.bottom))
        return false;
    *out = r;
    return true;
}

/* All zeros for no points. */
Rect boundingBox(const Point *points, size_t count)
{
    Rect box = {0, 0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || points[i].x < box.left) box.left = points[i].x;
        if (i == 0 || points[i].y < box.top) box.top = points[i].y;
        if (i == 0 || points[i].x > box.right) box.right = points[i].x;
        if (i == 0 || points[i].y > box.bottom) box.bottom = points[i].y;
    }
    return box;
}

static int side(double turn)
{
    return (turn > 0) - (turn < 0);
}

/* 1 for a point in common within both, 0 for none, 2 when they touch or lie on one line. */
int segmentsCross(Point a, Point b, Point c, Point d)
{
    int first = side(cross(a, b, c)) * side(cross(a, b, d));
    int second = side(cross(c, d, a)) * side(cross(c, d, b));
    if (first > 0 || second > 0)
        return 0;
    return first < 0 && second < 0 ? 1 : 2;
}
