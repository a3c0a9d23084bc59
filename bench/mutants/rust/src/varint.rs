//! Numbers of few bytes: groups of seven bits, the lowest first, the top bit set on all but the
//! last one.

const MAX: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VarintError {
    /// The buffer ends too early.
    Incomplete,
    /// More than 64 bits.
    TooLong,
}

pub fn zigzag_decode(z: u32) -> i32 {
    (z >> 1) as i32 ^ -((z & 1) as i32)
}

/// Returns how many bytes were written.
pub fn varint_write(value: u64, out: &mut [u8; MAX]) -> usize {
    let mut value = value;
    let mut n = 0;
    while value >= 0x80 {
        out[n] = value as u8 | 0x80;
        value >>= 7;
        n += 1;
    }
    out[n] = value as u8;
    n + 1
}

/// The value, and how many bytes it took.
pub fn varint_read(buf: &[u8]) -> Result<(u64, usize), VarintError> {
    let mut value = 0u64;
    for (i, &byte) in buf.iter().take(MAX).enumerate() {
        if i == MAX - 1 && byte > 1 {
            return Err(VarintError::TooLong);
        }
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Ok((value, i + 1));
        }
    }
    Err(VarintError::Incomplete)
}

pub fn delta_encode(values: &mut [i32]) {
    let mut last = 0i32;
    for value in values {
        let now = *value;
        *value = now.wrapping_sub(last);
        last = now;
    }
}

pub fn write_le32(value: u32, out: &mut [u8; 4]) {
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = (value >> (8 * i)) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        assert_eq!([0, 1, 2, 3].map(zigzag_decode), [0, -1, 1, -2]);
        for value in [0, 127, 128, 300, u64::MAX] {
            let mut out = [0; MAX];
            let n = varint_write(value, &mut out);
            assert_eq!(varint_read(&out[..n]), Ok((value, n)));
        }
    }
}
