//! An array of numbers that grows.

#[derive(Debug, Clone, Default)]
pub struct IntVec {
    items: Vec<i32>,
}

/// There is no such place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl IntVec {
    pub fn new() -> IntVec {
        IntVec::default()
    }

    pub fn push(&mut self, value: i32) {
        self.items.push(value);
    }

    pub fn insert(&mut self, at: usize, value: i32) -> Result<(), OutOfRange> {
        if at > self.items.len() {
            return Err(OutOfRange);
        }
        self.items.insert(at, value);
        Ok(())
    }

    pub fn remove(&mut self, at: usize) -> Result<i32, OutOfRange> {
        if at >= self.items.len() {
            return Err(OutOfRange);
        }
        Ok(self.items.remove(at))
    }

    pub fn get(&self, at: usize, otherwise: i32) -> i32 {
        if at < self.items.len() {
            self.items[at]
        } else {
            otherwise
        }
    }

    pub fn size(&self) -> usize {
        self.items.len()
    }

}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move() {
        let mut v = IntVec::new();
        v.push(1);
        v.push(3);
        assert_eq!(v.insert(1, 2), Ok(()));
        assert_eq!(v.insert(9, 2), Err(OutOfRange));
        assert_eq!(v.remove(0), Ok(1));
        assert_eq!((v.get(0, 7), v.get(2, 7), v.size()), (2, 7, 2));
    }
}
