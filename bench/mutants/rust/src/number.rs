//! Numbers as text, and a little arithmetic.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseError {
    Empty,
    Invalid,
    Overflow,
}

/// Decimal, with an optional sign.
pub fn parse_i32(text: &str) -> Result<i32, ParseError> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits.is_empty() {
        return Err(ParseError::Empty);
    }
    let most = i64::from(i32::MAX) + i64::from(negative);
    let mut n = 0i64;
    for c in digits {
        if !c.is_ascii_digit() {
            return Err(ParseError::Invalid);
        }
        n = n * 10 + i64::from(c - b'0');
        if n > most {
            return Err(ParseError::Overflow);
        }
    }
    Ok(if negative { -n } else { n } as i32)
}

/// A size such as `12`, `4k`, `2M` or `1G`. Nothing for anything else, and above 64 bits.
pub fn parse_size(text: &str) -> Option<u64> {
    let end = text.bytes().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    if end == 0 {
        return None;
    }
    let mut n = 0u64;
    for c in text[..end].bytes() {
        n = n.checked_mul(10)?.checked_add(u64::from(c - b'0'))?;
    }
    let shift = match &text[end..] {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        _ => return None,
    };
    if n > u64::MAX >> shift {
        return None;
    }
    Some(n << shift)
}

/// Digits and letters of a base from 2 to 36; nothing for another base.
pub fn format_base(value: i32, base: u32) -> Option<String> {
    if !(2..=36).contains(&base) {
        return None;
    }
    let mut digits = Vec::new();
    let mut rest = value.unsigned_abs();
    loop {
        digits.push(char::from_digit(rest % base, base)?);
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        digits.push('-');
    }
    Some(digits.into_iter().rev().collect())
}

pub fn add_saturating(a: i32, b: i32) -> i32 {
    a.saturating_add(b)
}

/// `base` to the power of `exponent`; 0 for a modulus of 0.
pub fn power_modulo(base: u32, exponent: u32, modulus: u32) -> u32 {
    if modulus == 0 {
        return 0;
    }
    let modulus = u64::from(modulus);
    let mut square = u64::from(base) % modulus;
    let mut exponent = exponent;
    let mut result = 1u64;
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    (result % modulus) as u32
}

/// Four numbers of 0 to 255 with dots between, no digit too many.
pub fn parse_ipv4(text: &str) -> Option<[u8; 4]> {
    let mut address = [0u8; 4];
    let mut parts = text.split('.');
    for byte in &mut address {
        let part = parts.next()?;
        let digits = part.as_bytes();
        if digits.is_empty() || digits.len() > 3 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        if digits.len() > 1 && digits[0] == b'0' {
            return None;
        }
        *byte = part.parse().ok()?;
    }
    match parts.next() {
        None => Some(address),
        Some(_) => None,
    }
}

/// Rounded to the nearest, halves away from 0; 0 for a divisor of 0.
pub fn divide_rounded(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let (n, d) = (i64::from(a), i64::from(b));
    let half = d.abs() / 2;
    let moved = if n < 0 { n - half } else { n + half };
    (moved / d) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read() {
        assert_eq!(parse_i32("-2147483648"), Ok(i32::MIN));
        assert_eq!(parse_i32("2147483648"), Err(ParseError::Overflow));
        assert_eq!(parse_size("4k"), Some(4096));
        assert_eq!(parse_ipv4("10.0.0.255"), Some([10, 0, 0, 255]));
        assert_eq!(parse_ipv4("10.0.0.01"), None);
    }

    #[test]
    fn text_is_written() {
        assert_eq!(format_base(-255, 16).as_deref(), Some("-ff"));
    }

    #[test]
    fn arithmetic() {
        assert_eq!(power_modulo(3, 200, 13), 9);
        assert_eq!(divide_rounded(-7, 2), -4);
    }
}
