import { type DataModel, LP64 } from './data-model.ts';
import type { Macro } from './macro.ts';
import { type CType, INT, LONG, longType, SIZE, sizeType, UINT, VOID_POINTER } from './types.ts';

/** Constants that the standard headers define, on LP64 Linux. */
const CONSTANTS: readonly [string, number, CType][] = [
  ['CHAR_BIT', 8, INT],
  ['SCHAR_MAX', 127, INT],
  ['UCHAR_MAX', 255, INT],
  ['CHAR_MAX', 127, INT],
  ['MB_LEN_MAX', 16, INT],
  ['SHRT_MAX', 32767, INT],
  ['SHRT_MIN', -32768, INT],
  ['USHRT_MAX', 65535, INT],
  ['INT_MAX', 2147483647, INT],
  ['INT_MIN', -2147483648, INT],
  ['UINT_MAX', 4294967295, UINT],
  ['LONG_MAX', 2 ** 63, LONG],
  ['LONG_MIN', -(2 ** 63), LONG],
  ['LLONG_MAX', 2 ** 63, LONG],
  ['LLONG_MIN', -(2 ** 63), LONG],
  ['ULONG_MAX', 2 ** 64, SIZE],
  ['ULLONG_MAX', 2 ** 64, SIZE],
  ['SIZE_MAX', 2 ** 64, SIZE],
  ['SSIZE_MAX', 2 ** 63, LONG],
  ['PTRDIFF_MAX', 2 ** 63, LONG],
  ['INT8_MAX', 127, INT],
  ['INT16_MAX', 32767, INT],
  ['INT32_MAX', 2147483647, INT],
  ['INT64_MAX', 2 ** 63, LONG],
  ['INT8_MIN', -128, INT],
  ['INT16_MIN', -32768, INT],
  ['INT32_MIN', -2147483648, INT],
  ['UINT8_MAX', 255, INT],
  ['UINT16_MAX', 65535, INT],
  ['UINT32_MAX', 4294967295, UINT],
  ['UINT64_MAX', 2 ** 64, SIZE],
  ['RAND_MAX', 2147483647, INT],
  ['PATH_MAX', 4096, INT],
  ['NAME_MAX', 255, INT],
  ['MAXPATHLEN', 4096, INT],
  ['FILENAME_MAX', 4096, INT],
  ['HOST_NAME_MAX', 64, INT],
  ['BUFSIZ', 8192, INT],
  ['L_tmpnam', 20, INT],
  ['EOF', -1, INT],
  ['MAP_FAILED', -1, VOID_POINTER],
  ['EXIT_SUCCESS', 0, INT],
  ['EXIT_FAILURE', 1, INT],
  ['STDIN_FILENO', 0, INT],
  ['STDOUT_FILENO', 1, INT],
  ['STDERR_FILENO', 2, INT],
  ['TRUE', 1, INT],
  ['FALSE', 0, INT],
  ['true', 1, INT],
  ['false', 0, INT],
  ['O_RDONLY', 0, INT],
  ['O_WRONLY', 0o1, INT],
  ['O_RDWR', 0o2, INT],
  ['O_CREAT', 0o100, INT],
  ['O_EXCL', 0o200, INT],
  ['O_TRUNC', 0o1000, INT],
  ['O_APPEND', 0o2000, INT],
  ['O_NONBLOCK', 0o4000, INT],
  ['O_NOFOLLOW', 0o400000, INT],
  ['O_CLOEXEC', 0o2000000, INT],
  ['O_TMPFILE', 0o20200000, INT],
  ['S_IRWXU', 0o700, INT],
  ['S_IRUSR', 0o400, INT],
  ['S_IWUSR', 0o200, INT],
  ['S_IXUSR', 0o100, INT],
  ['S_IRWXG', 0o70, INT],
  ['S_IRGRP', 0o40, INT],
  ['S_IWGRP', 0o20, INT],
  ['S_IXGRP', 0o10, INT],
  ['S_IRWXO', 0o7, INT],
  ['S_IROTH', 0o4, INT],
  ['S_IWOTH', 0o2, INT],
  ['S_IXOTH', 0o1, INT],
  ['S_ISUID', 0o4000, INT],
  ['S_ISGID', 0o2000, INT],
  ['S_ISVTX', 0o1000, INT],
  ['SEEK_SET', 0, INT],
  ['SEEK_CUR', 1, INT],
  ['SEEK_END', 2, INT],
  ['SIG_DFL', 0, INT],
  ['CLOCKS_PER_SEC', 1000000, LONG],
];

/** What `errno` may be, on Linux: the first names count from 1 on. */
const FIRST_ERRORS =
  'EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST ' +
  'EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE ' +
  'EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP';
const FURTHER_ERRORS: readonly [string, number][] = Object.entries({
  ...{ EWOULDBLOCK: 11, ENOMSG: 42, EIDRM: 43, ENODATA: 61, ETIME: 62, ENOLINK: 67, EPROTO: 71 },
  ...{ EBADMSG: 74, EOVERFLOW: 75, EILSEQ: 84, EUSERS: 87, ENOTSOCK: 88, EDESTADDRREQ: 89 },
  ...{ EMSGSIZE: 90, EPROTOTYPE: 91, ENOPROTOOPT: 92, EPROTONOSUPPORT: 93, ENOTSUP: 95 },
  ...{ EOPNOTSUPP: 95, EAFNOSUPPORT: 97, EADDRINUSE: 98, EADDRNOTAVAIL: 99, ENETDOWN: 100 },
  ...{ ENETUNREACH: 101, ENETRESET: 102, ECONNABORTED: 103, ECONNRESET: 104, ENOBUFS: 105 },
  ...{ EISCONN: 106, ENOTCONN: 107, ETIMEDOUT: 110, ECONNREFUSED: 111, EHOSTDOWN: 112 },
  ...{ EHOSTUNREACH: 113, EALREADY: 114, EINPROGRESS: 115, ESTALE: 116, EDQUOT: 122 },
  ...{ ECANCELED: 125, EOWNERDEAD: 130, ENOTRECOVERABLE: 131 },
});
const ERRORS: readonly [string, number, CType][] = [
  ...FIRST_ERRORS.split(' ').map((name, index): [string, number, CType] => [name, index + 1, INT]),
  ...FURTHER_ERRORS.map(([name, value]): [string, number, CType] => [name, value, INT]),
];

const BY_NAME = new Map(
  [...CONSTANTS, ...ERRORS].map(([name, value, type]) => [name, { value, type }]),
);

/** The largest and smallest numbers of types whose width the target decides. */
const LIMITS_OF: ReadonlyMap<string, (model: DataModel) => CType> = new Map([
  ['LONG_MAX', longType],
  ['LONG_MIN', longType],
  ['ULONG_MAX', (model) => longType(model, false)],
  ['SIZE_MAX', sizeType],
  ['SSIZE_MAX', (model) => sizeType(model, true)],
  ['PTRDIFF_MAX', (model) => sizeType(model, true)],
]);

const ERROR_NAMES: ReadonlySet<string> = new Set(ERRORS.map(([name]) => name));

/** Whether a name is one that `<errno.h>` defines. */
export function isErrorName(name: string): boolean {
  return ERROR_NAMES.has(name);
}

/** The value and type of a constant of the standard headers, or undefined. */
export function standardConstant(
  name: string,
  model: DataModel = LP64,
): { value: number; type: CType } | undefined {
  const type = LIMITS_OF.get(name)?.(model);
  if (type?.kind !== 'int' || type.bits === 64) return BY_NAME.get(name);
  const most = 2 ** (type.signed ? type.bits - 1 : type.bits);
  return { value: name.endsWith('_MIN') ? -most : most - 1, type };
}

/** Names for the null pointer. */
export const NULL_NAMES: ReadonlySet<string> = new Set(['NULL', 'nullptr', '__null', 'Nullptr']);

const NO_RETURN = new Set(
  (
    'exit _exit _Exit abort quick_exit longjmp siglongjmp _longjmp err errx verr verrx thrd_exit ' +
    '__builtin_unreachable __builtin_trap pthread_exit terminate unreachable g_error __assert_fail ' +
    '__assert __assert_rtn panic __fortify_fail __stack_chk_fail lua_error luaL_error luaL_argerror ' +
    'luaL_typeerror png_error png_chunk_error png_longjmp'
  ).split(' '),
);

/** Whether a library function never comes back to its caller. */
export function isNoReturn(name: string): boolean {
  return NO_RETURN.has(name);
}

/** Behind `die_if`, `bug_on` or `abort_work` the program goes on, and `log_fatal` only writes a line. */
const FINAL =
  /^(?:(?!log|report|print|show|is|has|set|handle|emit|trace|warn)[a-z0-9]{1,8}_)?(?:die|fatal|fatalx|panic|bug|croak|unreachable|bail_?out|not_?reached|oom|out_?of_?memory)(?:_(?:errno|error|msg|at|handler|routine|fn|func))?$/i;

/** Whether a function that is not seen, or a pointer to one, is named as what ends the program: `die("…")`, `oom_handler(n)`. */
export function soundsFinal(name: string): boolean {
  return FINAL.test(name);
}

/** Whether a call checks a condition and stops the program when it is false. */
export function isAssertion(name: string): boolean {
  return name === 'assert' || name === 'g_assert' || name === 'ASSERT' || name === 'static_assert';
}

/** Functions of POSIX that headers for systems without them replace by constants: `#define getpwnam(name) NULL`. */
const OFTEN_STUBBED =
  /^(?:get(?:pw|gr)(?:nam|uid|gid|ent)(?:_r)?|get(?:e?[ug]|p|pp|pg|s)id|set(?:e?[ug]|re[ug]|pg|s)id|fork|waitpid|kill|umask|[lf]?chown|f?chmod|link|symlink|readlink|mkfifo|mknod|fsync|sync|isatty|fileno|flock|lstat|fcntl|ioctl|utimes|futimes|setlocale|nl_langinfo|gettimeofday|nice|sigaction|sigprocmask|pipe|dup2)$/;

/** Whether a macro is a stub of a POSIX function, which does nothing whatever it is given. */
export function isStub(macro: Macro): boolean {
  return (
    macro.parameters !== undefined &&
    OFTEN_STUBBED.test(macro.name) &&
    /^\(?\s*(?:NULL|-?\d+)\s*\)?$/.test(macro.body)
  );
}
