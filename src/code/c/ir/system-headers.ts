/** Headers of C, POSIX, Linux and Windows. */
const OF_SYSTEM =
  /^(?:(?:sys|netinet|net|arpa|linux|asm|asm-generic|bits|machine|mach)\/|[a-z_]+$|c?(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|threads|time|uchar|wchar|wctype|aio|cpio|dirent|dlfcn|fcntl|fmtmsg|fnmatch|ftw|glob|grp|iconv|langinfo|libgen|libintl|malloc|memory|monetary|mqueue|ndbm|netdb|nl_types|poll|pthread|pwd|regex|sched|search|semaphore|spawn|strings|stropts|syslog|tar|termios|termio|trace|ulimit|unistd|utime|utmp|utmpx|wordexp|alloca|byteswap|endian|err|execinfo|features|getopt|ifaddrs|mntent|paths|pty|resolv|shadow|sysexits|ucontext|values|windows|winsock2?|ws2tcpip|io|process|direct)\.h$)/;

/** Whether a path in an `#include` directive is that of a header which comes with the system or the compiler. */
export function isSystemHeader(path: string): boolean {
  return OF_SYSTEM.test(path);
}
