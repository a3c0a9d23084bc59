//! Bit tricks on words.

pub fn gray_decode(gray: u32) -> u32 {
    let mut value = gray;
    let mut shifted = gray >> 1;
    while shifted != 0 {
        value ^= shifted;
        shifted >>= 1;
    }
    value
}

fn spread(x: u16) -> u32 {
    let mut x = u32::from(x);
    x = (x | x << 8) & 0x00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// Morton order: the bits of `x` at even places, those of `y` at odd ones.
pub fn interleave(x: u16, y: u16) -> u32 {
    spread(x) | spread(y) << 1
}

/// The low bits of a word as a signed number; a width of 0 or above 32 is taken as 32.
pub fn sign_extend(value: u32, width: u32) -> i32 {
    if width == 0 || width >= 32 {
        return value as i32;
    }
    let unused = 32 - width;
    (value << unused) as i32 >> unused
}

/// Place of the highest bit that is set.
pub fn highest(x: u64) -> Option<u32> {
    if x == 0 {
        return None;
    }
    Some(63 - x.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        assert_eq!(sign_extend(0xff, 8), -1);
        assert_eq!(interleave(3, 0), 5);
        assert_eq!(highest(0), None);
    }
}
