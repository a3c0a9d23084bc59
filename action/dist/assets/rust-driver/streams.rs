// Streams that are given to Rust: over memory of the driver, as those of the C are.
#[derive(Default)]
struct StreamState {
    bytes: Vec<u8>,
    at: usize,
    fails: bool,
    room: usize,
    reads: bool,
    is_file: bool,
}
impl StreamState {
    fn error(&self) -> std::io::Error {
        std::io::Error::from_raw_os_error(if self.is_file {
            EBADF
        } else if self.reads {
            EIO
        } else {
            ENOSPC
        })
    }
    fn at_once(&self) -> usize {
        if self.is_file {
            usize::MAX
        } else {
            61
        }
    }
}

/// A stream of the case. It reads and writes only a few bytes at once, as any stream may.
pub struct Stream {
    all: std::sync::Arc<[u8]>,
    state: std::sync::Arc<Mutex<StreamState>>,
}
const EBADF: i32 = 9;
const EIO: i32 = 5;
const ENOSPC: i32 = 28;

static STREAMS: Mutex<Vec<(&'static str, std::sync::Arc<Mutex<StreamState>>)>> =
    Mutex::new(Vec::new());

fn streams(
) -> std::sync::MutexGuard<'static, Vec<(&'static str, std::sync::Arc<Mutex<StreamState>>)>> {
    STREAMS
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Stream {
    fn new(key: &'static str, state: StreamState) -> Stream {
        let all = state.bytes.clone().into();
        let state = std::sync::Arc::new(Mutex::new(state));
        streams().push((key, state.clone()));
        Stream { all, state }
    }
    fn state(&self) -> std::sync::MutexGuard<'_, StreamState> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl std::io::Read for Stream {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let mut s = self.state();
        let n = out.len().min(s.at_once()).min(s.bytes.len() - s.at);
        if n == 0 && s.fails && !out.is_empty() {
            return Err(s.error());
        }
        out[..n].copy_from_slice(&s.bytes[s.at..s.at + n]);
        s.at += n;
        Ok(n)
    }
}

impl std::io::BufRead for Stream {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        let (at, end) = {
            let s = self.state();
            let end = s.bytes.len().min(s.at.saturating_add(s.at_once()));
            if s.at == end && s.fails {
                return Err(s.error());
            }
            (s.at, end)
        };
        Ok(&self.all[at..end])
    }
    fn consume(&mut self, n: usize) {
        let mut s = self.state();
        s.at = s.bytes.len().min(s.at + n);
    }
}

impl std::io::Write for Stream {
    fn write(&mut self, from: &[u8]) -> std::io::Result<usize> {
        let mut s = self.state();
        let left = if s.fails {
            s.room - s.bytes.len()
        } else {
            usize::MAX
        };
        let n = from.len().min(s.at_once()).min(left);
        if n == 0 && !from.is_empty() {
            return Err(s.error());
        }
        s.bytes.extend_from_slice(&from[..n]);
        Ok(n)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Write for Stream {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        std::io::Write::write_all(self, text.as_bytes()).map_err(|_| std::fmt::Error)
    }
}

impl std::io::Seek for Stream {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        let mut s = self.state();
        let place = match to {
            std::io::SeekFrom::Start(n) => i64::try_from(n).ok(),
            std::io::SeekFrom::Current(n) => (s.at as i64).checked_add(n),
            std::io::SeekFrom::End(n) => (s.bytes.len() as i64).checked_add(n),
        };
        match place.filter(|&n| s.reads && n >= 0 && n as usize <= s.bytes.len()) {
            Some(n) => {
                s.at = n as usize;
                Ok(n as u64)
            }
            None => Err(std::io::Error::from_raw_os_error(22)),
        }
    }
}

impl Reader<'_> {
    fn source(&mut self, key: &'static str) -> Stream {
        let size = self.u32() as usize;
        let (now, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        let fails = self.u8() != 0;
        Stream::new(
            key,
            StreamState {
                bytes: now.to_vec(),
                fails,
                reads: true,
                ..Default::default()
            },
        )
    }
    fn file_source(&mut self, key: &'static str) -> Stream {
        let size = self.u32() as usize;
        let (now, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        let fails = self.u8() != 0;
        let bytes = if fails { Vec::new() } else { now.to_vec() };
        Stream::new(
            key,
            StreamState {
                bytes,
                fails,
                reads: true,
                is_file: true,
                ..Default::default()
            },
        )
    }
    fn file_sink(&mut self, key: &'static str) -> Stream {
        let fails = self.u8() != 0;
        Stream::new(
            key,
            StreamState {
                fails,
                is_file: true,
                ..Default::default()
            },
        )
    }
    fn sink(&mut self, key: &'static str) -> Stream {
        let fails = self.u8() != 0;
        let room = self.u16() as usize;
        Stream::new(
            key,
            StreamState {
                fails,
                room,
                ..Default::default()
            },
        )
    }
}

impl Writer {
    /// How far the last stream of that name was read, or what was written to it.
    fn stream(&mut self, key: &'static str) {
        let found = streams()
            .iter()
            .rev()
            .find(|(name, _)| *name == key)
            .map(|(_, state)| state.clone());
        let state = found.expect("a stream");
        let s = state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if s.reads {
            return self.u64(s.at as u64);
        }
        self.u32(s.bytes.len() as u32);
        self.0.extend_from_slice(&s.bytes);
    }
}
