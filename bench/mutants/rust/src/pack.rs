//! Parts of compressors.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RleError {
    /// Half a pair, or a count of 0.
    Malformed,
    NoRoom,
}

/// Pairs of a count and a byte. Returns the bytes written, nothing when they do not fit.
pub fn rle_encode(src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let (mut to, mut i) = (0, 0);
    while i < src.len() {
        let byte = src[i];
        let run = src[i..].iter().take(255).take_while(|&&next| next == byte).count();
        if to + 2 > dst.len() {
            return None;
        }
        dst[to] = run as u8;
        dst[to + 1] = byte;
        to += 2;
        i += run;
    }
    Some(to)
}

/// Returns the bytes written.
pub fn rle_decode(src: &[u8], dst: &mut [u8]) -> Result<usize, RleError> {
    if src.len() % 2 != 0 {
        return Err(RleError::Malformed);
    }
    let mut to = 0;
    for pair in src.chunks_exact(2) {
        let run = usize::from(pair[0]);
        if run == 0 {
            return Err(RleError::Malformed);
        }
        if dst.len() - to < run {
            return Err(RleError::NoRoom);
        }
        dst[to..to + run].fill(pair[1]);
        to += run;
    }
    Ok(to)
}

/// A length above 15, or one code too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadLengths;

/// Canonical codes for lengths of 0 (none) to 15 bits: short ones first, then by symbol.
pub fn assign_codes(lengths: &[u8]) -> Result<Vec<u16>, BadLengths> {
    let mut count = [0u32; 16];
    for &length in lengths {
        if length > 15 {
            return Err(BadLengths);
        }
        count[usize::from(length)] += 1;
    }
    count[0] = 0;
    let mut next = [0u32; 16];
    let mut code = 0u32;
    for bits in 1..=15 {
        code = (code + count[bits - 1]) << 1;
        next[bits] = code;
        if code + count[bits] > 1 << bits {
            return Err(BadLengths);
        }
    }
    let mut codes = Vec::with_capacity(lengths.len());
    for &length in lengths {
        if length == 0 {
            codes.push(0);
            continue;
        }
        let code = &mut next[usize::from(length)];
        codes.push(*code as u16);
        *code += 1;
    }
    Ok(codes)
}

fn first_order() -> Vec<u8> {
    (0..=255).collect()
}

pub fn mtf_encode(data: &mut [u8]) {
    let mut order = first_order();
    for byte in data {
        if let Some(at) = order.iter().position(|known| known == byte) {
            order[..=at].rotate_right(1);
            *byte = at as u8;
        }
    }
}

/// Reads bits, the highest of each byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BitReader {
    /// The lowest `count` bits.
    pub held: u32,
    pub count: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BitsError {
    /// There are too few; the byte was taken in.
    TooFew,
    /// More than 16 at a time, or a reader that is none.
    Refused,
}

impl BitReader {
    /// Takes `want` bits.
    pub fn take(&mut self, byte: u8, want: u8) -> Result<u32, BitsError> {
        if want > 16 || self.count > 24 {
            return Err(BitsError::Refused);
        }
        if self.count < want {
            self.held = self.held << 8 | u32::from(byte);
            self.count += 8;
        }
        if self.count < want {
            return Err(BitsError::TooFew);
        }
        self.count -= want;
        Ok(self.held >> self.count & ((1 << want) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs() {
        let mut dst = [0; 4];
        assert_eq!(rle_encode(b"aaab", &mut dst), Some(4));
        assert_eq!(&dst, b"\x03a\x01b");
        assert_eq!(rle_decode(b"\x03a\x02b", &mut dst), Err(RleError::NoRoom));
    }

    #[test]
    fn codes() {
        assert_eq!(assign_codes(&[2, 1, 3, 3]), Ok(vec![2, 0, 6, 7]));
        assert_eq!(assign_codes(&[1, 1, 1]), Err(BadLengths));
    }

    #[test]
    fn fronts() {
        let mut data = *b"bananas";
        mtf_encode(&mut data);
        assert_eq!(data[1..4], [98, 110, 1]);
        let mut reader = BitReader::default();
        assert_eq!(reader.take(0xa5, 4), Ok(0xa));
        assert_eq!(reader.take(0, 4), Ok(5));
    }
}
