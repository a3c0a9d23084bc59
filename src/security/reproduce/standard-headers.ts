/** Headers of C, C++, POSIX and Linux, by the names that they are included by. */
export const STANDARD_HEADERS: ReadonlySet<string> = new Set(
  (
    'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg ' +
    'stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar ' +
    'wctype aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ' +
    'ndbm netdb nl_types poll pthread pwd regex sched search semaphore spawn stropts syslog tar termios ' +
    'ulimit unistd utime utmpx wordexp alloca byteswap crypt elf endian err error execinfo features fts getopt ' +
    'ifaddrs link malloc memory mntent obstack paths pty resolv shadow stdio_ext sysexits termio ucontext ' +
    'utmp values xlocale immintrin emmintrin xmmintrin smmintrin tmmintrin nmmintrin arm_neon cpuid x86intrin'
  )
    .split(' ')
    .map((name) => `${name}.h`)
    .concat(
      (
        'acl auxv cdefs epoll eventfd fcntl file fsuid inotify ioctl ipc mman mount msg param poll prctl ' +
        'ptrace queue random resource select sem sendfile shm signalfd socket stat statfs statvfs syscall ' +
        'sysinfo sysmacros syslog time timeb timerfd times timex types ucontext uio un utime utsname vfs wait xattr'
      )
        .split(' ')
        .map((name) => `sys/${name}.h`),
      ['arpa/inet.h', 'net/if.h', 'net/if_arp.h', 'netinet/in.h', 'netinet/ip.h', 'netinet/tcp.h'],
      ['netinet/udp.h', 'linux/fs.h', 'linux/limits.h', 'linux/types.h', 'langinfo.h'],
    ),
);
