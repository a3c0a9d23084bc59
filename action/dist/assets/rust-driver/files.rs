// The folder in which Rust works, and files that it is given and gives back: as in the driver of the C.
// The generated part before it has PLACES, TARGETS, WORLD and WORKING_FOLDER.
use std::os::fd::{AsFd, AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
const MAX_CONTENT: usize = 1 << 15;
mod system {
    extern "C" {
        pub fn memfd_create(name: *const u8, flags: u32) -> i32;
        pub fn umask(mask: u32) -> u32;
        pub fn fcntl(file: i32, what: i32, ...) -> i32;
        pub fn lseek(file: i32, offset: i64, whence: i32) -> i64;
    }
}
static FILES: Mutex<Vec<(&'static str, std::fs::File)>> = Mutex::new(Vec::new());

fn files() -> std::sync::MutexGuard<'static, Vec<(&'static str, std::fs::File)>> {
    FILES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn begin_files() {
    files().clear();
    unsafe { system::umask(0o22) };
    let _ = std::fs::remove_dir_all(WORLD);
    std::fs::create_dir_all(WORKING_FOLDER).unwrap();
    std::env::set_current_dir(WORKING_FOLDER).unwrap();
}

fn place_of(file: &std::fs::File) -> u64 {
    unsafe { system::lseek(file.as_raw_fd(), 0, 1) }.max(0) as u64
}

impl Reader<'_> {
    fn list(&mut self) -> Vec<u8> {
        let size = self.u32() as usize;
        let (now, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        now.to_vec()
    }
    fn files(&mut self) {
        for _ in 0..self.u32() {
            let path = PLACES[self.u8() as usize % PLACES.len()];
            let kind = self.u8() % 3;
            let bytes = self.list();
            for (at, _) in path.match_indices('/') {
                let _ = std::fs::create_dir(&path[..at]);
            }
            if kind == 1 {
                let _ = std::fs::create_dir(path);
            } else if kind == 2 {
                let target =
                    TARGETS[bytes.first().map_or(0, |&byte| byte as usize) % TARGETS.len()];
                let _ = std::os::unix::fs::symlink(target, path);
            } else if let Ok(mut file) = std::fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o644)
                .open(path)
            {
                file.write_all(&bytes).unwrap();
                let zero = std::time::SystemTime::UNIX_EPOCH;
                let _ = file.set_times(
                    std::fs::FileTimes::new()
                        .set_accessed(zero)
                        .set_modified(zero),
                );
            }
        }
    }
    fn file(&mut self, key: &'static str) -> std::fs::File {
        let bytes = self.list();
        let at = self.u16() as u64;
        let fails = self.u8() != 0;
        let mut file =
            unsafe { std::fs::File::from_raw_fd(system::memfd_create(b"file\0".as_ptr(), 1)) };
        file.write_all(&bytes).unwrap();
        if fails {
            file = std::fs::File::open(format!("/proc/self/fd/{}", file.as_raw_fd())).unwrap();
        }
        unsafe { system::lseek(file.as_raw_fd(), (at % (bytes.len() as u64 + 1)) as i64, 0) };
        files().push((key, file.try_clone().unwrap()));
        file
    }
    fn folder_path(&mut self) -> std::path::PathBuf {
        let place = self.u8() as usize;
        let path = std::path::Path::new(PLACES[place % PLACES.len()]);
        if place >= 128 && path.is_dir() {
            path.into()
        } else {
            ".".into()
        }
    }
    fn folder(&mut self, _: &'static str) -> std::fs::File {
        std::fs::File::open(self.folder_path()).unwrap()
    }
}

impl Writer {
    fn list(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }
    fn content(&mut self, file: &std::fs::File, size: u64) {
        let mut bytes = vec![0u8; (size as usize).min(MAX_CONTENT)];
        let is_read = file.read_exact_at(&mut bytes, 0).is_ok();
        self.list(if is_read { &bytes } else { b"" });
    }
    fn put_folder(&mut self, folder: &std::path::Path, count: &mut u32) {
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|one| one.file_name())
            .collect();
        names.sort();
        for name in names {
            let path = folder.join(name);
            let Ok(s) = std::fs::symlink_metadata(&path) else {
                continue;
            };
            *count += 1;
            let kind = if s.is_file() {
                0
            } else if s.is_dir() {
                1
            } else if s.is_symlink() {
                2
            } else {
                3
            };
            let size = if kind == 0 { s.len() } else { 0 };
            let begun = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .unwrap()
                .as_secs() as i64;
            let is_new = s.mtime().abs_diff(begun) <= 86400;
            self.list(path.as_os_str().as_bytes());
            self.u8(kind);
            self.u16(if kind == 2 {
                0
            } else {
                (s.mode() & 0o7777) as u16
            });
            self.u64(size);
            if kind == 0 {
                match std::fs::File::open(&path) {
                    Ok(file) => self.content(&file, size),
                    Err(_) => self.list(b""),
                }
            } else {
                let target = std::fs::read_link(&path).unwrap_or_default();
                self.list(target.as_os_str().as_bytes());
            }
            self.i64(if kind != 0 || is_new { -1 } else { s.mtime() });
            if kind == 1 {
                self.put_folder(&path, count);
            }
        }
    }
    fn files(&mut self) {
        let at = self.0.len();
        let mut count = 0;
        self.u32(0);
        self.put_folder(std::path::Path::new(WORLD), &mut count);
        self.0[at..at + 4].copy_from_slice(&count.to_le_bytes());
    }
    fn file(&mut self, key: &'static str) {
        let all = files();
        let (_, file) = all
            .iter()
            .rev()
            .find(|(name, _)| *name == key)
            .expect("a file");
        let (size, mode) = file.metadata().map_or((0, 0), |s| (s.len(), s.mode()));
        // Its mode may forbid that by now.
        match std::fs::File::open(format!("/proc/self/fd/{}", file.as_raw_fd())) {
            Ok(readable) => self.content(&readable, size),
            Err(_) => self.list(b""),
        }
        self.u64(place_of(file));
        self.u16((mode & 0o7777) as u16);
    }
    fn descriptor(&mut self, file: &impl AsFd) {
        let file = file.as_fd();
        let path =
            std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).unwrap_or_default();
        let (flags, at) = unsafe {
            (
                system::fcntl(file.as_raw_fd(), 3, 0),
                system::lseek(file.as_raw_fd(), 0, 1),
            )
        };
        self.list(path.as_os_str().as_bytes());
        self.u16(if flags < 0 {
            0
        } else {
            (flags & 0o2003) as u16
        });
        self.u64(at.max(0) as u64);
    }
}
