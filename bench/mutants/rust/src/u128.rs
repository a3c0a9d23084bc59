//! Unsigned numbers of four words, the lowest first.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct U128 {
    pub w: [u32; 4],
}

/// Returns the carry.
pub fn add(to: &mut U128, n: &U128) -> bool {
    let mut carry = 0u64;
    for (word, other) in to.w.iter_mut().zip(n.w) {
        carry += u64::from(*word) + u64::from(other);
        *word = carry as u32;
        carry >>= 32;
    }
    carry != 0
}

/// Returns the borrow.
pub fn sub(from: &mut U128, n: &U128) -> bool {
    let mut borrow = false;
    for (word, &other) in from.w.iter_mut().zip(&n.w) {
        let (part, under) = word.overflowing_sub(other);
        let (rest, under_again) = part.overflowing_sub(u32::from(borrow));
        *word = rest;
        borrow = under || under_again;
    }
    borrow
}

pub fn shl(n: U128, places: u32) -> U128 {
    let mut out = U128::default();
    if places >= 128 {
        return out;
    }
    let (words, bits) = ((places / 32) as usize, places % 32);
    for i in words..4 {
        out.w[i] = n.w[i - words] << bits;
        if bits != 0 && i > words {
            out.w[i] |= n.w[i - words - 1] >> (32 - bits);
        }
    }
    out
}

/// Returns the remainder; nothing happens for a divisor of 0.
pub fn div_small(n: &mut U128, by: u32) -> u32 {
    if by == 0 {
        return 0;
    }
    let by = u64::from(by);
    let mut rest = 0u64;
    for word in n.w.iter_mut().rev() {
        rest = rest << 32 | u64::from(*word);
        *word = (rest / by) as u32;
        rest %= by;
    }
    rest as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: u128) -> U128 {
        U128 { w: [n as u32, (n >> 32) as u32, (n >> 64) as u32, (n >> 96) as u32] }
    }

    #[test]
    fn as_the_compiler_does() {
        let (a, b) = (0xffff_ffff_ffff_ffff_1234_u128, 0xedcc_u128);
        let mut sum = number(a);
        assert!(!add(&mut sum, &number(b)));
        assert_eq!(sum, number(a + b));
        assert!(!sub(&mut sum, &number(b)));
        assert_eq!(sum, number(a));
        assert_eq!(shl(number(a), 37), number(a << 37));
        assert_eq!(div_small(&mut sum, 999), (a % 999) as u32);
    }
}
