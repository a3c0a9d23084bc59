//! A set of small numbers, one bit each.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
    nbits: usize,
}

impl BitSet {
    pub fn new(nbits: u16) -> BitSet {
        let nbits = usize::from(nbits);
        BitSet { words: vec![0; nbits.div_ceil(64)], nbits }
    }

    fn place(&self, n: usize) -> Option<(usize, u64)> {
        if n >= self.nbits {
            return None;
        }
        Some((n / 64, 1 << (n % 64)))
    }

    /// Returns whether it was there before; numbers beyond the end are never there.
    pub fn add(&mut self, n: usize) -> bool {
        let Some((word, bit)) = self.place(n) else {
            return false;
        };
        let before = self.words[word] & bit != 0;
        self.words[word] |= bit;
        before
    }

    pub fn remove(&mut self, n: usize) -> bool {
        let Some((word, bit)) = self.place(n) else {
            return false;
        };
        let before = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        before
    }

    pub fn count(&self) -> usize {
        self.words.iter().fold(0, |count, word| count + word.count_ones() as usize)
    }

    /// The smallest member that is not below `n`.
    pub fn next(&self, n: usize) -> Option<usize> {
        (n..self.nbits).find(|&n| self.words[n >> 6] >> (n & 63) & 1 == 1)
    }

    /// Swaps members and those that are none.
    pub fn flip(&mut self) {
        for word in &mut self.words {
            *word = !*word;
        }
        let rest = self.nbits % 64;
        if rest != 0 {
            if let Some(last) = self.words.last_mut() {
                *last &= (1 << rest) - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members() {
        let mut set = BitSet::new(100);
        assert!(!set.add(70));
        assert!(set.add(70));
        assert!(!set.add(100));
        assert_eq!(set.next(3), Some(70));
        set.flip();
        assert_eq!(set.count(), 99);
        assert!(!set.remove(70));
    }
}
