//! Bytes as text, and back.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodeError {
    BadLength,
    BadCharacter,
    NoSpace,
}

const HEX: &[u8; 16] = b"0123456789abcdef";
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

fn hex_value(c: u8) -> Option<u8> {
    match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        b'A'..=b'F' => Some(c - b'A' + 10),
        _ => None,
    }
}

/// Writes two digits a byte. Returns how many, or nothing where they do not fit.
pub fn hex_encode(src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if dst.len() / 2 < src.len() {
        return None;
    }
    for (byte, pair) in src.iter().zip(dst.chunks_exact_mut(2)) {
        pair[0] = HEX[usize::from(byte >> 4)];
        pair[1] = HEX[usize::from(byte & 0xf)];
    }
    Some(2 * src.len())
}

/// Decodes into `dst`, and returns how many bytes that are.
pub fn hex_decode(text: &[u8], dst: &mut [u8]) -> Result<usize, DecodeError> {
    if text.len() % 2 != 0 {
        return Err(DecodeError::BadLength);
    }
    if text.len() / 2 > dst.len() {
        return Err(DecodeError::NoSpace);
    }
    for (pair, to) in text.chunks_exact(2).zip(dst.iter_mut()) {
        match (hex_value(pair[0]), hex_value(pair[1])) {
            (Some(high), Some(low)) => *to = high << 4 | low,
            _ => return Err(DecodeError::BadCharacter),
        }
    }
    Ok(text.len() / 2)
}

/// Padded. Returns how many characters were written, or nothing where they do not fit.
pub fn base64_encode(src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let need = src.len().div_ceil(3) * 4;
    if dst.len() < need {
        return None;
    }
    for (chunk, to) in src.chunks(3).zip(dst.chunks_exact_mut(4)) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |shift: u32| BASE64[(group >> shift & 63) as usize];
        to[0] = digit(18);
        to[1] = digit(12);
        to[2] = if chunk.len() > 1 { digit(6) } else { b'=' };
        to[3] = if chunk.len() > 2 { digit(0) } else { b'=' };
    }
    Some(need)
}

fn base64_value(c: u8) -> Option<u32> {
    BASE64.iter().position(|&digit| digit == c).map(|at| at as u32)
}

/// Without padding, or with all of it. Returns how many bytes were written.
pub fn base64_decode(text: &[u8], dst: &mut [u8]) -> Result<usize, DecodeError> {
    let digits = match text {
        [rest @ .., b'=', b'='] if text.len() % 4 == 0 => rest,
        [rest @ .., b'='] if text.len() % 4 == 0 => rest,
        _ => text,
    };
    if digits.len() % 4 == 1 {
        return Err(DecodeError::BadLength);
    }
    let (mut bits, mut held, mut written) = (0u32, 0, 0);
    for &c in digits {
        let value = base64_value(c).ok_or(DecodeError::BadCharacter)?;
        bits = bits << 6 | value;
        held += 6;
        if held >= 8 {
            held -= 8;
            *dst.get_mut(written).ok_or(DecodeError::NoSpace)? = (bits >> held) as u8;
            written += 1;
        }
    }
    Ok(written)
}

/// Padded.
pub fn base32_encode(src: &[u8]) -> String {
    let mut text = String::with_capacity(src.len().div_ceil(5) * 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for &byte in src {
        bits = bits << 8 | u32::from(byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            text.push(char::from(BASE32[(bits >> held & 31) as usize]));
        }
    }
    if held > 0 {
        text.push(char::from(BASE32[(bits << (5 - held) & 31) as usize]));
    }
    while text.len() % 8 != 0 {
        text.push('=');
    }
    text
}

/// In place, `+` is a space; what is no sequence stays. Returns the new length.
pub fn percent_decode(text: &mut [u8]) -> usize {
    let (mut from, mut to) = (0, 0);
    while from < text.len() {
        let mut c = text[from];
        if c == b'+' {
            c = b' ';
        } else if c == b'%' && from + 2 < text.len() {
            if let (Some(high), Some(low)) = (hex_value(text[from + 1]), hex_value(text[from + 2])) {
                c = high << 4 | low;
                from += 2;
            }
        }
        text[to] = c;
        to += 1;
        from += 1;
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text() {
        let mut dst = [0; 8];
        assert_eq!(base64_encode(b"ab", &mut dst), Some(4));
        assert_eq!(&dst[..4], b"YWI=");
        assert_eq!(base32_encode(b"foobar"), "MZXW6YTBOI======");
    }

    #[test]
    fn text_becomes_bytes() {
        let mut dst = [0; 4];
        assert_eq!(hex_decode(b"0aFF", &mut dst), Ok(2));
        assert_eq!(base64_decode(b"YWI", &mut dst), Ok(2));
        assert_eq!(base64_decode(b"Y", &mut dst), Err(DecodeError::BadLength));
        let mut text = *b"a%41+";
        assert_eq!(percent_decode(&mut text), 3);
        assert_eq!(&text[..3], b"aA ");
    }
}
