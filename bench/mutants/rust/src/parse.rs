//! Small parsers and state machines.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvError {
    NotClosed,
    NoRoom,
    BeyondEnd,
}

/// The field that starts at `pos`, without its quotes: its length, and where the one after it
/// starts, or the length of the line.
pub fn csv_field(line: &[u8], pos: usize, field: &mut [u8]) -> Result<(usize, usize), CsvError> {
    let mut rest = line.get(pos..).ok_or(CsvError::BeyondEnd)?;
    let mut quoted = rest.first() == Some(&b'"');
    if quoted {
        rest = &rest[1..];
    }
    let mut n = 0;
    loop {
        let c = match rest {
            [b'"', b'"', tail @ ..] if quoted => {
                rest = tail;
                b'"'
            }
            [b'"', tail @ ..] if quoted => {
                quoted = false;
                rest = tail;
                continue;
            }
            [] if quoted => return Err(CsvError::NotClosed),
            [] => return Ok((n, line.len())),
            [b',', tail @ ..] if !quoted => return Ok((n, line.len() - tail.len())),
            [c, tail @ ..] => {
                rest = tail;
                *c
            }
        };
        *field.get_mut(n).ok_or(CsvError::NoRoom)? = c;
        n += 1;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    Blank,
    Comment,
    Section,
    Pair,
    Invalid,
}

pub fn ini_kind(line: &str) -> LineKind {
    let line = line.trim_matches([' ', '\t']);
    match line.chars().next() {
        None => LineKind::Blank,
        Some(';' | '#') => LineKind::Comment,
        Some('[') if line.len() > 2 && line.ends_with(']') => LineKind::Section,
        Some('[') => LineKind::Invalid,
        Some(_) => match line.find('=') {
            Some(at) if at > 0 => LineKind::Pair,
            _ => LineKind::Invalid,
        },
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EscapeError {
    Unknown,
    Cut,
    NoRoom,
}

fn hex_digit(c: u8) -> Option<u8> {
    match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    }
}

/// `\n`, `\t`, `\0`, `\\`, `\"` and `\xhh`. Returns how many bytes were written.
pub fn unescape(text: &[u8], out: &mut [u8]) -> Result<usize, EscapeError> {
    let mut written = 0;
    let mut bytes = text.iter().copied();
    while let Some(c) = bytes.next() {
        let byte = if c != b'\\' {
            c
        } else {
            match bytes.next().ok_or(EscapeError::Cut)? {
                b'n' => b'\n',
                b't' => b'\t',
                b'0' => 0,
                c @ (b'\\' | b'"') => c,
                b'x' => {
                    let high = bytes.next().ok_or(EscapeError::Cut)?;
                    let low = bytes.next().ok_or(EscapeError::Cut)?;
                    let digit = |c: u8| hex_digit(c).ok_or(EscapeError::Unknown);
                    digit(high)? << 4 | digit(low)?
                }
                _ => return Err(EscapeError::Unknown),
            }
        };
        *out.get_mut(written).ok_or(EscapeError::NoRoom)? = byte;
        written += 1;
    }
    Ok(written)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentState {
    Code,
    Slash,
    Line,
    Block,
    BlockStar,
    Quoted,
    QuotedEscape,
}

/// One byte of a C program.
pub fn comment_step(state: CommentState, c: u8) -> CommentState {
    use CommentState::*;
    match (state, c) {
        (Code | Slash, b'"') => Quoted,
        (Slash, b'*') => Block,
        (Slash, b'/') => Line,
        (Code, b'/') => Slash,
        (Code | Slash, _) => Code,
        (Line, b'\n') => Code,
        (Line, _) => Line,
        (Block | BlockStar, b'*') => BlockStar,
        (BlockStar, b'/') => Code,
        (Block | BlockStar, _) => Block,
        (Quoted, b'\\') => QuotedEscape,
        (Quoted, b'"') => Code,
        (Quoted | QuotedEscape, _) => Quoted,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counter {
    pub lines: u32,
    pub words: u32,
    pub bytes: u32,
    pub in_word: bool,
}

impl Counter {
    /// As `wc` does, text by text.
    pub fn count_bytes(&mut self, text: &[u8]) {
        for &c in text {
            let space = matches!(c, b' ' | b'\n' | b'\t');
            self.bytes = self.bytes.wrapping_add(1);
            if c == b'\n' {
                self.lines = self.lines.wrapping_add(1);
            }
            if !space && !self.in_word {
                self.words = self.words.wrapping_add(1);
            }
            self.in_word = !space;
        }
    }
}

/// Line and column of an offset, both from 1 on. Nothing for an offset beyond the text.
pub fn line_column(text: &[u8], offset: usize) -> Option<(usize, usize)> {
    let before = text.get(..offset)?;
    let (mut line, mut column) = (1, 1);
    for &c in before {
        if c == b'\n' {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
    }
    Some((line, column))
}

/// No text is none.
pub fn is_identifier(text: Option<&str>) -> bool {
    let Some(text) = text else {
        return false;
    };
    let Some(first) = text.bytes().next() else {
        return false;
    };
    !first.is_ascii_digit() && text.bytes().all(|c| c == b'_' || c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let mut field = [0; 8];
        assert_eq!(csv_field(b"\"a\"\"b\",c", 0, &mut field), Ok((3, 7)));
        assert_eq!(&field[..3], b"a\"b");
        assert_eq!(csv_field(b"\"a", 0, &mut field), Err(CsvError::NotClosed));
        assert_eq!(csv_field(b"a,", 2, &mut field), Ok((0, 2)));
    }

    #[test]
    fn lines() {
        assert_eq!(ini_kind(" [a] "), LineKind::Section);
        assert_eq!(ini_kind("=b"), LineKind::Invalid);
        assert_eq!(line_column(b"a\nbc", 3), Some((2, 2)));
        let mut counter = Counter::default();
        counter.count_bytes(b"a b\n");
        assert_eq!((counter.lines, counter.words, counter.bytes), (1, 2, 4));
    }

    #[test]
    fn characters() {
        let mut out = [0; 4];
        assert_eq!(unescape(br"a\x41\n", &mut out), Ok(3));
        assert_eq!(unescape(br"\q", &mut out), Err(EscapeError::Unknown));
        assert_eq!(comment_step(CommentState::Slash, b'*'), CommentState::Block);
        assert!(is_identifier(Some("a_1")));
    }
}
