//! A queue in a fixed number of places.

#[derive(Debug, Clone)]
pub struct Ring {
    /// Next to be read.
    head: usize,
    len: usize,
    values: Vec<i32>,
}

impl Ring {
    /// Nothing for a capacity of 0 or above 65536.
    pub fn new(capacity: usize) -> Option<Ring> {
        if capacity == 0 || capacity > 65536 {
            return None;
        }
        Some(Ring { head: 0, len: 0, values: vec![0; capacity] })
    }

    /// False when it is full.
    pub fn push(&mut self, value: i32) -> bool {
        if self.len == self.values.len() {
            return false;
        }
        let at = (self.head + self.len) % self.values.len();
        self.values[at] = value;
        self.len += 1;
        true
    }

    pub fn pop(&mut self) -> Option<i32> {
        if self.len == 0 {
            return None;
        }
        let value = self.values[self.head];
        self.head = (self.head + 1) % self.values.len();
        self.len -= 1;
        Some(value)
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value at a place counted from the oldest; 0 where there is none.
    pub fn at(&self, index: usize) -> i32 {
        if index >= self.len {
            return 0;
        }
        self.values[(self.head + index) % self.values.len()]
    }

    /// Forgets up to so many of the oldest. Returns how many these were.
    pub fn drop_oldest(&mut self, count: usize) -> usize {
        let count = count.min(self.len);
        self.head = (self.head + count) % self.values.len();
        self.len -= count;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_in_first_out() {
        let mut ring = Ring::new(2).unwrap();
        assert!(ring.push(1) && ring.push(2) && !ring.push(3));
        assert_eq!(ring.pop(), Some(1));
        assert!(ring.push(3));
        assert_eq!((ring.at(0), ring.at(1), ring.at(2)), (2, 3, 0));
        assert_eq!(ring.drop_oldest(9), 2);
        assert!(ring.is_empty());
    }
}
