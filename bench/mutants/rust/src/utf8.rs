//! UTF-8, and what is near it.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Utf8Error {
    Truncated,
    Malformed,
    Overlong,
    Range,
}

fn is_tail(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn sequence_length(lead: u8) -> Option<usize> {
    match lead {
        0x00..=0x7f => Some(1),
        0xc0..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf7 => Some(4),
        _ => None,
    }
}

/// The character at the start of `s`, and the length of its sequence.
pub fn decode(s: &[u8]) -> Result<(u32, usize), Utf8Error> {
    const LEAST: [u32; 5] = [0, 0, 0x80, 0x800, 0x10000];
    const MASK: [u8; 5] = [0, 0x7f, 0x1f, 0x0f, 0x07];
    let lead = *s.first().ok_or(Utf8Error::Truncated)?;
    let len = sequence_length(lead).ok_or(Utf8Error::Malformed)?;
    let mut cp = u32::from(lead & MASK[len]);
    for i in 1..len {
        let byte = *s.get(i).ok_or(Utf8Error::Truncated)?;
        if !is_tail(byte) {
            return Err(Utf8Error::Malformed);
        }
        cp = cp << 6 | u32::from(byte & 0x3f);
    }
    if cp < LEAST[len] {
        return Err(Utf8Error::Overlong);
    }
    if cp > 0x10ffff || (0xd800..=0xdfff).contains(&cp) {
        return Err(Utf8Error::Range);
    }
    Ok((cp, len))
}

/// Bytes written; nothing for what is no character.
pub fn encode(cp: u32, out: &mut [u8; 4]) -> Option<usize> {
    let tail = |shift: u32| 0x80 | (cp >> shift & 0x3f) as u8;
    match cp {
        0..=0x7f => {
            out[0] = cp as u8;
            Some(1)
        }
        0x80..=0x7ff => {
            out[0] = 0xc0 | (cp >> 6) as u8;
            out[1] = tail(0);
            Some(2)
        }
        0xd800..=0xdfff => None,
        0x800..=0xffff => {
            out[0] = 0xe0 | (cp >> 12) as u8;
            out[1] = tail(6);
            out[2] = tail(0);
            Some(3)
        }
        0x10000..=0x10ffff => {
            out[0] = 0xf0 | (cp >> 18) as u8;
            out[1] = tail(12);
            out[2] = tail(6);
            out[3] = tail(0);
            Some(4)
        }
        _ => None,
    }
}

/// The longest beginning of at most `max` bytes that cuts no character.
pub fn truncate(s: &[u8], max: usize) -> usize {
    if max >= s.len() {
        return s.len();
    }
    let mut end = max;
    while end > 0 && is_tail(s[end]) {
        end -= 1;
    }
    end
}

/// The character of a pair of surrogates; U+FFFD for any other pair.
pub fn utf16_join(high: u16, low: u16) -> u32 {
    if !(0xd800..=0xdbff).contains(&high) || !(0xdc00..=0xdfff).contains(&low) {
        return 0xfffd;
    }
    0x10000 + (u32::from(high - 0xd800) << 10) + u32::from(low - 0xdc00)
}

/// Latin-1 to UTF-8; writes as many whole characters as fit, and returns the bytes.
pub fn latin1_to_utf8(src: &[u8], dst: &mut [u8]) -> usize {
    let mut to = 0;
    for &byte in src {
        if byte < 0x80 {
            if to == dst.len() {
                break;
            }
            dst[to] = byte;
            to += 1;
        } else {
            if dst.len() - to < 2 {
                break;
            }
            dst[to] = 0xc0 | byte >> 6;
            dst[to + 1] = 0x80 | byte & 0x3f;
            to += 2;
        }
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_does() {
        for c in ['a', 'ß', '€', '🦀'] {
            let mut out = [0; 4];
            let len = encode(u32::from(c), &mut out).unwrap();
            assert_eq!(&out[..len], c.to_string().as_bytes());
            assert_eq!(decode(&out), Ok((u32::from(c), len)));
        }
        assert_eq!(decode(b"\xc0\x80"), Err(Utf8Error::Overlong));
        assert_eq!(truncate("a€".as_bytes(), 3), 1);
    }
}
