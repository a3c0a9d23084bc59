import { posix } from 'node:path';
import { STANDARD_HEADERS } from './standard-headers.ts';

/** Endings of the templates that a configure step makes a header of. */
const TEMPLATE_ENDINGS = ['.in', '.cmake.in', '.cmake', '_h.in', '.meson.in'];

/** Sizes on the systems that drivers are run on. */
const SIZES: Readonly<Record<string, number>> = {
  ...{ CHAR: 1, SHORT: 2, INT: 4, LONG: 8, LONG_LONG: 8, VOID_P: 8, VOIDP: 8, SIZE_T: 8 },
  ...{ OFF_T: 8, TIME_T: 8, SSIZE_T: 8, WCHAR_T: 4, UNSIGNED: 4, UNSIGNED_LONG: 8 },
  ...{ UNSIGNED_LONG_LONG: 8, UNSIGNED_SHORT: 2, UNSIGNED_INT: 4, DOUBLE: 8, FLOAT: 4 },
};

/** What C and POSIX have, and Linux besides; other names are taken for options that are off. */
const FUNCTIONS = new Set(
  (
    'access asprintf atexit bcmp bcopy bsearch calloc chdir chmod chown chroot clock_gettime close ' +
    'closedir ctime_r dirfd dup dup2 fchdir fchmod fchown fcntl fdopendir fnmatch fork fpathconf fseek fseeko ' +
    'fstat fstatat fstatfs fstatvfs fsync ftello ftruncate futimens futimes getaddrinfo getcwd getegid ' +
    'geteuid getgid getgrgid_r getgrnam_r getline getopt getopt_long getpagesize getpid getpwnam_r ' +
    'getpwuid_r getrlimit gettimeofday getuid gmtime_r iconv isascii isatty iswprint lchown link linkat ' +
    'localtime_r lseek lstat lutimes malloc mbrtowc mblen mbstowcs memalign memchr memcmp memcpy memmem ' +
    'memmove memset mkdir mkfifo mknod mkdtemp mkstemp mktime mmap munmap nanosleep nl_langinfo open openat ' +
    'opendir pathconf pipe poll posix_memalign posix_spawnp printf putenv qsort rand rand_r random readdir ' +
    'readdir_r readlink readlinkat realloc realpath rename rmdir select setenv setitimer setlocale setrlimit ' +
    'sigaction sigaltstack signal sigprocmask sigset sigsetjmp snprintf sprintf srand stat statfs statvfs ' +
    'stpcpy strcasecmp strcat strchr strcmp strcoll strcpy strdup strerror strerror_r strftime strncasecmp ' +
    'strncpy strncmp strndup strnlen strpbrk strptime strrchr strstr strtol strtold strtoll strtoul ' +
    'strtoull symlink sysconf sysinfo telldir timegm timingsafe truncate tzset umask uname unlinkat unsetenv usleep ' +
    'utime utimensat utimes vasprintf vfork vprintf vsnprintf vsprintf wait4 waitpid wcrtomb wcscmp wcscpy ' +
    'wcslen wctomb wmemcmp wmemcpy wmemmove'
  ).split(' '),
);

const TYPES = new Set(
  (
    'INT16_T INT32_T INT64_T INTMAX_T INTPTR_T UINT8_T UINT16_T UINT32_T UINT64_T UINTMAX_T UINTPTR_T SIZE_T ' +
    'SSIZE_T OFF_T OFF64_T LONG_LONG LONG_LONG_INT UNSIGNED_LONG_LONG UNSIGNED_LONG_LONG_INT WCHAR_T MODE_T PID_T ' +
    'STRUCT_TM_TM_GMTOFF STRUCT_STAT_ST_MTIM_TV_NSEC STRUCT_STAT_ST_BLKSIZE VA_COPY STDARG STDC_HEADERS'
  ).split(' '),
);

/** The header that a tree would be configured with, and what it was made of. */
export interface ConfigHeader {
  /** The name that it is included by. */
  readonly name: string;
  /** Undefined where it is made of what the sources ask for. */
  readonly template: string | undefined;
  readonly text: string;
}

/**
 * Makes a missing header of the template for it in the tree, with what C and POSIX have switched on, and everything
 * else off; nothing is configured, so nothing of the tree runs.
 */
export function configHeader(
  name: string,
  files: readonly string[],
  text: (file: string) => string,
): ConfigHeader | undefined {
  const stem = posix.basename(name);
  const wanted = new Set(
    TEMPLATE_ENDINGS.flatMap((ending) =>
      ending.startsWith('_') ? `${stem.replace(/\.h$/, '')}${ending}` : `${stem}${ending}`,
    ),
  );
  const templates = files.filter((file) => wanted.has(posix.basename(file)));
  const sameFolder = (file: string) =>
    file.startsWith(`${posix.dirname(name)}/`) || file.includes(`/${posix.dirname(name)}/`);
  const template = templates.find(sameFolder) ?? templates[0];
  if (template === undefined) return undefined;
  return { name, template, text: text(template).split(/\r?\n/).map(filledIn).join('\n') };
}

/** The same where the tree has no template: what the sources ask for and C and POSIX have. */
export function assumedConfig(name: string, sources: readonly string[]): ConfigHeader | undefined {
  if (!/config\.h$/.test(name)) return undefined;
  const names = new Set(sources.flatMap((text) => text.match(/\b(?:HAVE|SIZEOF)_\w+/g) ?? []));
  const lines = [...names].sort().flatMap((one) => {
    const value = configured(one);
    return value === undefined ? [] : [`#define ${one} ${value}`];
  });
  return { name, template: undefined, text: `${lines.join('\n')}\n` };
}

/** The macros that templates name, and what each is in the header made of it: undefined where it is left off. */
export function settingsOf(
  made: readonly ConfigHeader[],
): ReadonlyMap<string, { readonly value: string | undefined }> {
  const lines = made
    .filter(({ template }) => template !== undefined)
    .flatMap(({ text }) => text.split('\n'));
  const settings = new Map<string, { readonly value: string | undefined }>();
  for (const line of lines) {
    const [, name, value = ''] = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]*(.*)$/.exec(line) ?? [];
    const off = /^\/\* #[ \t]*(?:undef|(?:cmake|meson)define(?:01)?)[ \t]+(\w+)/.exec(line)?.[1];
    if (name !== undefined) settings.set(name, { value: value.trim() });
    else if (off !== undefined) settings.set(off, { value: undefined });
  }
  return settings;
}

function filledIn(line: string): string {
  const undefine = /^[ \t]*#[ \t]*undef[ \t]+(\w+)/.exec(line)?.[1];
  if (undefine !== undefined) return defined(undefine, configured(undefine), line);
  const mesonDefine = /^[ \t]*#[ \t]*mesondefine[ \t]+(\w+)/.exec(line)?.[1];
  if (mesonDefine !== undefined) return defined(mesonDefine, configured(mesonDefine), line);
  const [, zeroOne, name, rest = ''] =
    /^[ \t]*#[ \t]*cmakedefine(01)?[ \t]+(\w+)(.*)$/.exec(line) ?? [];
  if (name !== undefined) {
    const value = configured(name);
    if (zeroOne !== undefined) return `#define ${name} ${value === undefined ? 0 : 1}`;
    if (value === undefined) return defined(name, undefined, line);
    const given = substituted(rest.trim());
    return `#define ${name} ${given === '' ? value : given}`.trimEnd();
  }
  // A line of its own is a piece of code that a check has made.
  return /^\s*@\w+@\s*$/.test(line) ? '' : substituted(line);
}

function defined(name: string, value: string | undefined, line: string): string {
  return value === undefined
    ? `/* ${line.trim().replaceAll('*/', '')} */`
    : `#define ${name} ${value}`;
}

/** Parts of a project that need other libraries, and what only helps those who work on it. */
const OFF =
  /@\w*(?:TRIO|ICU|ZLIB|LZMA|BZ2|PNG|TIFF|LCMS|SSL|CURSES|READLINE|PYTHON|DEBUG|WIN32|MODULES)\w*@/g;

/** `@VERSION@` and the like: a version is 0, and a part of the project is there. */
function substituted(line: string): string {
  return (
    line
      .replaceAll(/\$\{(\w+)\}/g, '@$1@')
      .replaceAll(/@(SIZEOF_\w+)@/g, (_, name: string) => configured(name) ?? '8')
      .replaceAll(OFF, '0')
      .replaceAll(
        /@(?!WITH_|ENABLE_|USE_|HAVE_)\w*(?:VERSION|DATE|EXTRA|PATH|DIR|NAME|SUFFIX|PREFIX)\w*@/g,
        '0',
      )
      // A word that some systems write and others do not.
      .replaceAll(/@\w*(?:_CONST|_INLINE|_RESTRICT)@/g, '')
      .replaceAll(/@\w+@/g, '1')
  );
}

/** What a name of a configuration stands for, with or without that of the project; undefined for what is off. */
function configured(name: string): string | undefined {
  const size = /(?:^|_)SIZE_?OF_(\w+)$/.exec(name)?.[1];
  if (size !== undefined) return String(SIZES[size.replace(/^UNSIGNED_(?=\w)/, '')] ?? 8);
  if (name === '_FILE_OFFSET_BITS') return '64';
  if (ALWAYS.has(name)) return '1';
  const what = /(?:^|_)HAVE_(?:DECL_)?(\w+)$/.exec(name)?.[1] ?? '';
  if (FUNCTIONS.has(what.toLowerCase()) || TYPES.has(what)) return '1';
  const header = /^(\w+)_H$/.exec(what)?.[1]?.toLowerCase();
  if (header === undefined) return undefined;
  const names = [`${header}.h`, `${header.replace('_', '/')}.h`];
  return names.some((one) => STANDARD_HEADERS.has(one)) ? '1' : undefined;
}

const ALWAYS = new Set([
  ...['STDC_HEADERS', '_GNU_SOURCE', '_LARGEFILE_SOURCE', 'HAVE_CONFIG_H', 'UNIX'],
  ...['TIME_WITH_SYS_TIME', 'HAVE_ATTRIBUTE_UNUSED'],
]);
