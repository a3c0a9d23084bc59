//! Points and boxes of the plane.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Twice the area of a triangle, positive when it turns left.
pub fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

pub fn polygon_area(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    for (i, point) in points.iter().enumerate() {
        let next = &points[(i + 1) % points.len()];
        sum += point.x * next.y - next.x * point.y;
    }
    if sum < 0.0 {
        -sum / 2.0
    } else {
        sum / 2.0
    }
}

pub fn inside_polygon(points: &[Point], p: Point) -> bool {
    let mut inside = false;
    let Some(mut last) = points.last() else {
        return false;
    };
    for point in points {
        if (point.y > p.y) != (last.y > p.y) {
            let slope = (last.x - point.x) / (last.y - point.y);
            if p.x < slope * (p.y - point.y) + point.x {
                inside = !inside;
            }
        }
        last = point;
    }
    inside
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else {
        b
    }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a < b {
        a
    } else {
        b
    }
}

/// Nothing where they do not overlap.
pub fn rect_intersect(a: &Rect, b: &Rect) -> Option<Rect> {
    let r = Rect {
        left: larger(a.left, b.left),
        top: larger(a.top, b.top),
        right: smaller(a.right, b.right),
        bottom: smaller(a.bottom, b.bottom),
    };
    if r.left < r.right && r.top < r.bottom {
        Some(r)
    } else {
        None
    }
}

/// All zeros for no points.
pub fn bounding_box(points: &[Point]) -> Rect {
    let Some((first, rest)) = points.split_first() else {
        return Rect::default();
    };
    let mut rect = Rect { left: first.x, top: first.y, right: first.x, bottom: first.y };
    for point in rest {
        if point.x < rect.left {
            rect.left = point.x;
        }
        if point.y < rect.top {
            rect.top = point.y;
        }
        if point.x > rect.right {
            rect.right = point.x;
        }
        if point.y > rect.bottom {
            rect.bottom = point.y;
        }
    }
    rect
}

fn side(turn: f64) -> i32 {
    i32::from(turn > 0.0) - i32::from(turn < 0.0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    Apart,
    Within,
    /// They touch, or lie on one line.
    Touching,
}

pub fn segments_cross(a: Point, b: Point, c: Point, d: Point) -> Crossing {
    let first = side(cross(a, b, c)) * side(cross(a, b, d));
    let second = side(cross(c, d, a)) * side(cross(c, d, b));
    if first > 0 || second > 0 {
        return Crossing::Apart;
    }
    if first < 0 && second < 0 {
        Crossing::Within
    } else {
        Crossing::Touching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_square() {
        let square = [at(0.0, 0.0), at(2.0, 0.0), at(2.0, 2.0), at(0.0, 2.0)];
        assert_eq!(polygon_area(&square), 4.0);
        assert!(inside_polygon(&square, at(1.0, 1.0)));
        assert!(!inside_polygon(&square, at(3.0, 1.0)));
        assert_eq!(bounding_box(&square).bottom, 2.0);
        let crossing = segments_cross(square[0], square[2], square[1], square[3]);
        assert_eq!(crossing, Crossing::Within);
    }
}
