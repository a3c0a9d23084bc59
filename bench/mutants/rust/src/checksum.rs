//! Checksums and hashes over bytes.

/// One entry for each half of a byte; polynomial edb88320.
const CRC_NIBBLE: [u32; 16] = [
    0x0000_0000, 0x1db7_1064, 0x3b6e_20c8, 0x26d9_30ac, 0x76dc_4190, 0x6b6b_51f4, 0x4db2_6158,
    0x5005_713c, 0xedb8_8320, 0xf00f_9344, 0xd6d6_a3e8, 0xcb61_b38c, 0x9b64_c2b0, 0x86d3_d2d4,
    0xa00a_e278, 0xbdbd_f21c,
];

pub fn crc32_update(crc: u32, data: &[u8]) -> u32 {
    let mut crc = !crc;
    for &byte in data {
        let byte = u32::from(byte);
        crc = CRC_NIBBLE[((crc ^ byte) & 15) as usize] ^ crc >> 4;
        crc = CRC_NIBBLE[((crc ^ byte >> 4) & 15) as usize] ^ crc >> 4;
    }
    !crc
}

pub fn crc16_ccitt(data: &[u8]) -> u16 {
    let mut crc = 0xffff_u16;
    for &byte in data {
        crc ^= u16::from(byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 != 0 { crc << 1 ^ 0x1021 } else { crc << 1 };
        }
    }
    crc
}

const ADLER_BASE: u32 = 65521;

pub fn adler32(data: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    for &byte in data {
        a = (a + u32::from(byte)) % ADLER_BASE;
        b = (b + a) % ADLER_BASE;
    }
    b << 16 | a
}

/// Of the Internet: one's complement of the sum of big-endian words, an odd byte padded with 0.
pub fn inet_checksum(data: &[u8]) -> u16 {
    let mut sum = 0u32;
    for word in data.chunks(2) {
        let low = word.get(1).copied().unwrap_or(0);
        sum += u32::from(word[0]) << 8 | u32::from(low);
        if sum > 0xffff {
            sum = (sum & 0xffff) + 1;
        }
    }
    !sum as u16
}

/// Takes characters with the sign that `char` had in C.
pub fn djb_hash(text: &[u8]) -> u32 {
    let mut hash = 5381u32;
    for &byte in text {
        hash = hash.wrapping_mul(33).wrapping_add(byte as i8 as u32);
    }
    hash
}

/// Whether the last digit fits the others, as on bank cards; never for anything but digits.
pub fn luhn_valid(digits: &str) -> bool {
    if digits.len() < 2 {
        return false;
    }
    let mut sum = 0u32;
    for (at, c) in digits.chars().rev().enumerate() {
        let Some(digit) = c.to_digit(10) else {
            return false;
        };
        sum += match digit * 2 {
            _ if at % 2 == 0 => digit,
            double if double > 9 => double - 9,
            double => double,
        };
    }
    sum % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_sums() {
        assert_eq!(crc32_update(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(crc16_ccitt(b"123456789"), 0x29b1);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
        assert!(luhn_valid("79927398713"));
    }
}
