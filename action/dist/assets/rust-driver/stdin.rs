// The standard input of a case: a file in memory, as in the driver of the C.
mod input {
    extern "C" {
        pub fn memfd_create(name: *const u8, flags: u32) -> i32;
        pub fn lseek(file: i32, offset: i64, whence: i32) -> i64;
    }
}

impl Reader<'_> {
    fn stdin(&mut self) {
        use std::io::BufRead;
        use std::os::fd::{AsRawFd, FromRawFd};
        let size = self.u32() as usize;
        let (now, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        // What an earlier case has read ahead is not for this one.
        let nowhere = std::fs::File::open("/dev/null").unwrap();
        unsafe { dup2(nowhere.as_raw_fd(), 0) };
        let mut left = std::io::stdin().lock();
        loop {
            let size = left.fill_buf().map_or(0, |bytes| bytes.len());
            if size == 0 {
                break;
            }
            left.consume(size);
        }
        let mut file =
            unsafe { std::fs::File::from_raw_fd(input::memfd_create(b"stdin\0".as_ptr(), 1)) };
        file.write_all(now).unwrap();
        unsafe {
            input::lseek(file.as_raw_fd(), 0, 0);
            dup2(file.as_raw_fd(), 0);
        }
    }
}
