//! Numbers by keys, with open addressing; key 0 cannot be stored.

const SLOTS: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    pub keys: [u32; SLOTS],
    pub values: [u32; SLOTS],
    pub used: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    New,
    Replaced,
}

/// There is no room, or the key is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

fn slot_of(key: u32) -> usize {
    (key.wrapping_mul(2_654_435_769) >> 28) as usize
}

impl Table {
    pub fn new() -> Table {
        Table::default()
    }

    pub fn put(&mut self, key: u32, value: u32) -> Result<Put, Refused> {
        if key == 0 {
            return Err(Refused);
        }
        let mut at = slot_of(key);
        for _ in 0..SLOTS {
            if self.keys[at] == key {
                self.values[at] = value;
                return Ok(Put::Replaced);
            }
            if self.keys[at] == 0 {
                self.keys[at] = key;
                self.values[at] = value;
                self.used = self.used.wrapping_add(1);
                return Ok(Put::New);
            }
            at = (at + 1) % SLOTS;
        }
        Err(Refused)
    }

    pub fn get(&self, key: u32) -> Option<u32> {
        let mut at = slot_of(key);
        for _ in 0..SLOTS {
            if self.keys[at] == 0 {
                return None;
            }
            if self.keys[at] == key {
                return Some(self.values[at]);
            }
            at = (at + 1) % SLOTS;
        }
        None
    }

    pub fn used(&self) -> u32 {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_keys() {
        let mut table = Table::new();
        assert_eq!(table.put(0, 1), Err(Refused));
        assert_eq!(table.put(5, 1), Ok(Put::New));
        assert_eq!(table.put(5, 2), Ok(Put::Replaced));
        assert_eq!(table.get(5), Some(2));
        for key in 100..115 {
            assert_eq!(table.put(key, key), Ok(Put::New));
        }
        assert_eq!(table.put(99, 0), Err(Refused));
        assert_eq!(table.get(114), Some(114));
        assert_eq!(table.used(), 16);
    }
}
