// What functions of the caller use: scripts by which they answer, and notes of their calls.
#[derive(Clone)]
pub struct Script(std::sync::Arc<Mutex<ScriptState>>);
struct ScriptState {
    data: Vec<u8>,
    pieces: Vec<u8>,
    at: usize,
    piece: usize,
}

impl Script {
    fn new(data: Vec<u8>, pieces: Vec<u8>) -> Script {
        Script(std::sync::Arc::new(Mutex::new(ScriptState {
            data,
            pieces,
            at: 0,
            piece: 0,
        })))
    }
    fn list(r: &mut Reader, size: usize) -> Vec<u8> {
        let count = r.u32() as usize * size;
        let (now, rest) = r.bytes.split_at(count);
        r.bytes = rest;
        now.to_vec()
    }
    /// Reads from the script; behind its end, all is zero.
    fn read<T>(&self, count: usize, size: usize, read: impl FnOnce(&mut Reader) -> T) -> T {
        let mut state = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if state.data.len() - state.at < count * size {
            return read(&mut Reader { bytes: &[0; 16] });
        }
        let start = state.at;
        state.at += count * size;
        read(&mut Reader {
            bytes: &state.data[start..],
        })
    }
    /// How many elements are given now; none for a failure.
    fn piece(&self, room: usize, size: usize, can_fail: bool) -> Option<usize> {
        let mut state = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let count = room.min((state.data.len() - state.at) / size);
        let Some(&piece) = state.pieces.get(state.piece) else {
            return Some(count);
        };
        state.piece += 1;
        match piece {
            0 if can_fail => None,
            255 => Some(count),
            piece => Some(count.min(piece as usize)),
        }
    }
    /// By what it changes what it is given now; behind the end of the script, by nothing.
    fn change(&self) -> u8 {
        let mut state = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let byte = state.pieces.get(state.piece).copied().unwrap_or(0);
        state.piece += 1;
        byte
    }
    /// How a value stands to one that is searched for: as many equal bytes.
    fn search(&self, a: &[u8]) -> std::cmp::Ordering {
        let byte = self.0.lock().unwrap_or_else(|e| e.into_inner()).data[0] & 0xf8;
        self.order(a, &vec![byte; a.len()])
    }
    /// One of eight orders of two values, by what was written of them: the last bytes count most.
    fn order(&self, a: &[u8], b: &[u8]) -> std::cmp::Ordering {
        let mode = self.0.lock().unwrap_or_else(|e| e.into_inner()).data[0];
        let order = match mode & 6 {
            2 if !a.is_empty() && !b.is_empty() => (a[0] & 3).cmp(&(b[0] & 3)),
            4 if !a.is_empty() && !b.is_empty() => a[0].cmp(&b[0]),
            6 => std::cmp::Ordering::Equal,
            _ => a
                .len()
                .cmp(&b.len())
                .then_with(|| a.iter().rev().cmp(b.iter().rev())),
        };
        if mode & 1 == 1 {
            order.reverse()
        } else {
            order
        }
    }
}

static LOGS: Mutex<Vec<(u32, Vec<u8>)>> = Mutex::new(Vec::new());

fn note(number: usize, write: impl FnOnce(&mut Writer)) {
    let mut w = Writer(Vec::new());
    write(&mut w);
    let mut logs = LOGS.lock().unwrap_or_else(|e| e.into_inner());
    logs[number].0 += 1;
    logs[number].1.extend_from_slice(&w.0);
}
fn written(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut w = Writer(Vec::new());
    write(&mut w);
    w.0
}
fn clear_notes(count: usize) {
    *LOGS.lock().unwrap_or_else(|e| e.into_inner()) = vec![(0, Vec::new()); count];
}
fn put_notes(w: &mut Writer) {
    for (count, bytes) in LOGS.lock().unwrap_or_else(|e| e.into_inner()).iter() {
        w.u32(*count);
        w.0.extend_from_slice(bytes);
    }
}
