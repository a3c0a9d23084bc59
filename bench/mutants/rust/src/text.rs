//! Texts, as bytes where C took them as bytes.

use std::cmp::Ordering;

fn is_space(c: u8) -> bool {
    c == b' ' || (b'\t'..=b'\r').contains(&c)
}

/// Order of two texts, the case of ASCII letters ignored: negative, 0 or positive.
pub fn casecmp(a: &[u8], b: &[u8]) -> i32 {
    let mut at = 0;
    loop {
        let left = a.get(at).map_or(0, |c| i32::from(c.to_ascii_lowercase()));
        let right = b.get(at).map_or(0, |c| i32::from(c.to_ascii_lowercase()));
        if left != right || left == 0 {
            return left - right;
        }
        at += 1;
    }
}

/// Where `needle` stands first.
pub fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    haystack.windows(needle.len()).position(|window| window == needle)
}

/// As much as fits, always terminated when there is room at all. Returns the length of `src`.
pub fn copy(dst: &mut [u8], src: &[u8]) -> usize {
    if !dst.is_empty() {
        let n = src.len().min(dst.len() - 1);
        dst[..n].copy_from_slice(&src[..n]);
        dst[n] = 0;
    }
    src.len()
}

/// `*` is any number of bytes, `?` is one.
pub fn glob(pattern: &[u8], s: &[u8]) -> bool {
    let (mut p, mut at) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < s.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, at));
                p += 1;
            }
            Some(&c) if c == b'?' || c == s[at] => {
                p += 1;
                at += 1;
            }
            _ => match star {
                Some((back, resume)) => {
                    p = back + 1;
                    at = resume + 1;
                    star = Some((back, at));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

pub fn upper(s: Option<&[u8]>) -> Option<Vec<u8>> {
    let s = s?;
    let upper = |&c: &u8| if c.is_ascii_lowercase() { c - b'a' + b'A' } else { c };
    Some(s.iter().map(upper).collect())
}

/// Each run of white space becomes one blank, in place. Returns the new length.
pub fn squeeze(s: &mut [u8]) -> usize {
    let mut to = 0;
    let mut in_space = false;
    for i in 0..s.len() {
        let c = s[i];
        if !is_space(c) {
            s[to] = c;
            to += 1;
            in_space = false;
        } else {
            if !in_space {
                s[to] = b' ';
                to += 1;
            }
            in_space = true;
        }
    }
    to
}

fn number_at(s: &[u8], at: usize) -> (&[u8], usize) {
    let zeros = s[at..].iter().take_while(|&&c| c == b'0').count();
    let digits = &s[at + zeros..];
    let len = digits.iter().take_while(|c| c.is_ascii_digit()).count();
    (&digits[..len], at + zeros + len)
}

/// Order in which `a9` comes before `a10`: -1, 0 or 1.
pub fn natural_cmp(a: &[u8], b: &[u8]) -> i32 {
    let (mut i, mut j) = (0, 0);
    loop {
        let (left, right) = (a.get(i).copied().unwrap_or(0), b.get(j).copied().unwrap_or(0));
        if left.is_ascii_digit() && right.is_ascii_digit() {
            let (number, after) = number_at(a, i);
            let (other, after_other) = number_at(b, j);
            let order = number.len().cmp(&other.len()).then_with(|| number.cmp(other));
            if order != Ordering::Equal {
                return order as i32;
            }
            i = after;
            j = after_other;
        } else {
            if left != right {
                return if left < right { -1 } else { 1 };
            }
            if left == 0 {
                return 0;
            }
            i += 1;
            j += 1;
        }
    }
}

/// Edits that make `b` of `a`: insert, delete, replace.
pub fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j + 1] + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Without white space at its ends.
pub fn trim(s: &[u8]) -> Vec<u8> {
    let Some(from) = s.iter().position(|&c| !is_space(c)) else {
        return Vec::new();
    };
    let to = s.iter().rposition(|&c| !is_space(c)).map_or(from, |last| last + 1);
    s[from..to].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared() {
        assert!(casecmp(b"abC", b"ABd") < 0);
        assert_eq!(natural_cmp(b"a9", b"a10"), -1);
        assert_eq!(natural_cmp(b"a01", b"a1"), 0);
        assert!(glob(b"*.r?", b"main.rs"));
        assert_eq!(distance(b"kitten", b"sitting"), 3);
    }

    #[test]
    fn texts_are_made() {
        let mut dst = [1; 4];
        assert_eq!(copy(&mut dst, b"abcdef"), 6);
        assert_eq!(&dst, b"abc\0");
        assert_eq!(trim(b" a b\t"), b"a b");
        assert_eq!(upper(None), None);
    }
}
