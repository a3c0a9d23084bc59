//! Numbers with 16 bits behind the point, and small matrices of such.

const ONE: i64 = 65536;

fn saturate(n: i64) -> i32 {
    n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Rounded half up.
pub fn fixed_mul(a: i32, b: i32) -> i32 {
    saturate((i64::from(a) * i64::from(b) + ONE / 2) >> 16)
}

/// The limit with the sign of `a` for a divisor of 0.
pub fn fixed_div(a: i32, b: i32) -> i32 {
    if b == 0 {
        return if a < 0 { i32::MIN } else { i32::MAX };
    }
    saturate(i64::from(a) * ONE / i64::from(b))
}

pub fn fixed_from_float(f: f32) -> i32 {
    if f.is_nan() {
        return i32::MIN;
    }
    (f * 65536.0) as i32
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matrix {
    pub m: [[i32; 3]; 3],
}

impl Matrix {
    /// The product of two, with wrap-around of sums.
    pub fn mul(&self, b: &Matrix) -> Matrix {
        let mut out = Matrix::default();
        for row in 0..3 {
            for col in 0..3 {
                let mut sum = 0i32;
                for k in 0..3 {
                    sum = sum.wrapping_add(fixed_mul(self.m[row][k], b.m[k][col]));
                }
                out.m[row][col] = sum;
            }
        }
        out
    }

}

/// The mean of each element and its neighbours.
pub fn smooth(input: &[i16]) -> Vec<i16> {
    let mut out = Vec::with_capacity(input.len());
    for i in 0..input.len() {
        let from = i.saturating_sub(1);
        let to = (i + 2).min(input.len());
        let sum: i32 = input[from..to].iter().map(|&n| i32::from(n)).sum();
        out.push((sum / (to - from) as i32) as i16);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_point() {
        assert_eq!(fixed_mul(3 << 15, 2 << 16), 3 << 16);
        assert_eq!(fixed_div(-1, 0), i32::MIN);
        assert_eq!(fixed_from_float(0.5), 32768);
        assert_eq!(fixed_from_float(1e9), i32::MAX);
    }

    #[test]
    fn lists_and_matrices() {
        let m = Matrix { m: [[1 << 16, 2 << 16, 0], [0, 1 << 16, 0], [0, 0, 1 << 16]] };
        assert_eq!(m.mul(&m).m[0][1], 4 << 16);
        assert_eq!(smooth(&[3, 6, 9]), [4, 6, 7]);
    }
}
