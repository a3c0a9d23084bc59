//! Paths with slashes, as texts: nothing is looked up.

/// Behind the last slash.
pub fn base(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|&c| c == b'/') {
        Some(slash) => &path[slash + 1..],
        None => path,
    }
}

/// Where the extension starts, its dot included. A leading dot starts none.
pub fn extension(path: &[u8]) -> Option<usize> {
    let start = path.len() - base(path).len();
    let dot = path.iter().rposition(|&c| c == b'.')?;
    if dot <= start {
        return None;
    }
    Some(dot)
}

/// There is too little room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

/// Both with one slash between, and a zero behind; an absolute one counts alone.
pub fn join(out: &mut [u8], first: &[u8], second: &[u8]) -> Result<(), NoRoom> {
    let first = if second.first() == Some(&b'/') { b"" } else { first };
    let mut joined = first.to_vec();
    if !first.is_empty() && !first.ends_with(b"/") {
        joined.push(b'/');
    }
    joined.extend_from_slice(second);
    if joined.len() >= out.len() {
        return Err(NoRoom);
    }
    out[..joined.len()].copy_from_slice(&joined);
    out[joined.len()] = 0;
    Ok(())
}

/// `.`, `..` and doubled slashes resolved; what leads above the root is dropped.
pub fn normalize(path: &[u8]) -> Vec<u8> {
    let absolute = path.first() == Some(&b'/');
    let mut names: Vec<&[u8]> = Vec::new();
    for name in path.split(|&c| c == b'/') {
        match name {
            b"" | b"." => {}
            b".." if names.last().is_some_and(|&last| last != b"..") => {
                names.pop();
            }
            b".." if absolute => {}
            _ => names.push(name),
        }
    }
    let mut out = if absolute { b"/".to_vec() } else { Vec::new() };
    out.extend(names.join(&b'/'));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        assert_eq!(base(b"a/b.c"), b"b.c");
        assert_eq!(extension(b"a.d/.rc"), None);
        assert_eq!(extension(b"a/b.tar.gz"), Some(7));
    }

    #[test]
    fn joined_and_resolved() {
        let mut out = [1; 6];
        assert_eq!(join(&mut out, b"a", b"b"), Ok(()));
        assert_eq!(&out[..4], b"a/b\0");
        assert_eq!(normalize(b"/../a/./b//../c"), b"/a/c");
        assert_eq!(normalize(b"../../a/.."), b"../..");
    }
}
