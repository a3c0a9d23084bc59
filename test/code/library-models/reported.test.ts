import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

// What each model is for: the defect that a call of the function makes, and the sound call beside it.

const parser = await loadGrammars().parser('c');

const RULES = [
  ...['memory_leak', 'resource_leak', 'double_free', 'malloc_no_null_check', 'boundary_funcs'],
  'unsafe_api',
];

/** The rules of those above that say something of a body. */
function saidOf(body: string): string[] {
  const text = `int f(const char *from, char *out, unsigned long n) {\n${body}\n}\n`;
  const rules = C_RULES.filter(({ id }) => RULES.includes(id));
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, { path: 'a.c', rules });
  return [...new Set(hits.filter((hit) => hit.confidence >= 0.43).map((hit) => hit.rule))].sort();
}

/** With a null for failure, and without one. */
const FALLIBLE =
  'malloc(n) valloc(n) calloc(n,2) realloc(0,n) reallocf(0,n) reallocarray(0,n,2) aligned_alloc(16,n) ' +
  'memalign(16,n) strdup(from) strndup(from,n) wcsdup(from)';
const INFALLIBLE = 'xmalloc(n) xcalloc(n,2) xrealloc(0,n) xstrdup(from)';

describe('a block of', () => {
  const all = `${FALLIBLE} ${INFALLIBLE}`.split(' ');

  test.each(all)('%s is lost where it is not freed, and is freed once', (call) => {
    const made = `char *p = ${call};\nif (p == 0) return 1;\n`;
    expect(saidOf(`${made}if (n == 7) return 2;\nfree(p);\nreturn 0;`)).toEqual(['memory_leak']);
    expect(saidOf(`${made}free(p);\nreturn 0;`)).toEqual([]);
    expect(saidOf(`${made}free(p);\nfree(p);\nreturn 0;`)).toEqual(['double_free']);
  });

  test.each(all)('%s is null where that is how it fails', (call) => {
    const said = saidOf(`char *p = ${call};\n*p = 1;\nfree(p);\nreturn 0;`);
    expect(said).toEqual(FALLIBLE.includes(call) ? ['malloc_no_null_check'] : []);
  });
});

describe('a resource of', () => {
  const streams = [
    ...['fopen(from,"r")', 'fopen64(from,"r")', 'fdopen(n,"r")', 'tmpfile()'],
    ...['fmemopen(out,8,"r")', 'open_memstream(&out,&n)'],
  ];
  const descriptors = [
    ...['open(from,0)', 'open64(from,0)', 'openat(1,from,0)', 'creat(from,0)', 'mkstemp(out)'],
    ...['mkostemp(out,0)', 'socket(1,2,3)', 'accept(n,0,0)', 'accept4(n,0,0,0)', 'dup(n)'],
    'epoll_create1(0)',
  ];
  test.each([
    ...streams.map((call) => [call, 'FILE *', '== 0', 'fclose(p)'] as const),
    ...descriptors.map((call) => [call, 'int ', '< 0', 'close(p)'] as const),
    ['popen(from,"r")', 'FILE *', '== 0', 'pclose(p)'],
    ['opendir(from)', 'DIR *', '== 0', 'closedir(p)'],
    ['mmap(0,n,1,2,3,0)', 'void *', '== (void *)-1', 'munmap(p, n)'],
  ])('%s is lost where it is not given back, and is given back once', (call, type, fails, end) => {
    const made = `${type}p = ${call};\nif (p ${fails}) return 1;\n`;
    expect(saidOf(`${made}if (n == 7) return 2;\n${end};\nreturn 0;`)).toEqual(['resource_leak']);
    expect(saidOf(`${made}${end};\nreturn 0;`)).toEqual([]);
    expect(saidOf(`${made}${end};\n${end};\nreturn 0;`)).toEqual(['double_free']);
  });
});

/** Each reads or writes through `p`. */
const NOT_NULL = [
  'strlen(p) wcslen(p) strnlen(p,3) strcpy(p,"x") strcpy(out,p) stpcpy(p,"x") stpcpy(out,p) wcscpy(p,out) wcscpy(out,p)',
  'strcat(p,"x") strcat(out,p) strncpy(p,out,3) strncpy(out,p,3) stpncpy(p,out,3) stpncpy(out,p,3) strncat(p,out,3)',
  'strncat(out,p,3) strlcpy(p,out,3) strlcpy(out,p,3) strlcat(p,out,3) strlcat(out,p,3) strcmp(p,out) strcmp(out,p)',
  'strcasecmp(p,out) strcoll(out,p) strncmp(p,out,3) strncmp(out,p,3) strncasecmp(out,p,3) strchr(p,1) strrchr(p,1)',
  'strchrnul(p,1) strstr(p,out) strstr(out,p) strcasestr(out,p) strpbrk(out,p) strspn(p,out) strcspn(out,p) atoi(p)',
  'atol(p) atof(p) strtol(p,0,0) strtoul(p,0,0) strtod(p,0) memcpy(p,out,3) memcpy(out,p,3) memmove(p,out,3)',
  'memmove(out,p,3) mempcpy(p,out,3) wmemcpy(out,p,1) bcopy(p,out,3) bcopy(out,p,3) memset(p,0,3) bzero(p,3)',
  'explicit_bzero(p,3) memcmp(p,out,3) memcmp(out,p,3) memchr(p,0,3) fread(p,1,3,stdin) fread(out,1,3,p) fgets(p,3,stdin)',
  'fgets(out,3,p) fwrite(p,1,3,stdin) fwrite(out,1,3,p) getline(p,&n,stdin) fgetc(p) getc(p) fputs(p,stdin) fputs(out,p)',
  'puts(p) fputc(1,p) putc(1,p) fseek(p,0,0) ftell(p) rewind(p) feof(p) ferror(p) fileno(p) printf(p) fprintf(p,"x")',
  'sprintf(p,"x") sprintf(out,p) snprintf(out,3,p) scanf(p) fscanf(p,"x") sscanf(p,"x") sscanf(out,p) getenv(p)',
  'secure_getenv(p) read(1,p,3) pread(1,p,3,0) recv(1,p,3,0) recvfrom(1,p,3,0,0,0) write(1,p,3) pwrite(1,p,3,0)',
  'send(1,p,3,0) sendto(1,p,3,0,0,0) stat(p,out) lstat(p,out) access(p,0) unlink(p) remove(p) rename(p,out)',
  'rename(out,p) mkdir(p,0) rmdir(p) chdir(p) chroot(p) chmod(p,0) chown(p,0,0) truncate(p,0) readdir(p)',
  'readlink(p,out,3) readlink(out,p,3) realpath(p,out) gethostname(p,3) gethostbyname(p) getpwnam(p) localtime(p)',
  'gmtime(p) ctime(p) pthread_mutex_lock(p) pthread_mutex_unlock(p) pthread_cond_signal(p) sem_wait(p) sem_post(p)',
].flatMap((calls) => calls.split(' '));

const MAY_BE_NULL =
  'free(p) fflush(p) time(p) strtok(p,out) strtok_r(p,out,&n) freopen(out,"r",p)'.split(' ');

describe('what may be null', () => {
  const isAsked = (call: string) =>
    saidOf(`void *p = malloc(8);\n(void)${call};\nreturn 0;`).includes('malloc_no_null_check');

  test.each(NOT_NULL)('is none for %s', (call) => {
    expect(isAsked(call)).toBe(true);
  });

  test.each(MAY_BE_NULL)('is no defect for %s', (call) => {
    expect(isAsked(call)).toBe(false);
  });
});

/** Each reads or writes the eight bytes of `to`, to the last. */
const WHOLE = [
  ...['memcpy(to, from, 8)', 'memcpy(out, to, 8)', 'memmove(to, from, 8)', 'mempcpy(to, from, 8)'],
  ...['bcopy(from, to, 8)', 'memset(to, 0, 8)', 'bzero(to, 8)', 'explicit_bzero(to, 8)'],
  ...['memcmp(to, from, 8)', 'memcmp(from, to, 8)', 'memchr(to, 0, 8)', 'strcpy(to, "1234567")'],
  ...['stpcpy(to, "1234567")', 'strcat(to, "1234567")', 'strncpy(to, from, 8)'],
  ...[
    'stpncpy(to, from, 8)',
    'strlcpy(to, from, 8)',
    'strlcat(to, from, 8)',
    'fgets(to, 8, stdin)',
  ],
  ...['fread(to, 2, 4, stdin)', 'fwrite(to, 2, 4, stdin)', 'snprintf(to, 8, "%s", from)'],
  ...['sprintf(to, "1234567")', 'sprintf(to, "%d", 1234567)', 'read(0, to, 8)'],
  ...['pread(0, to, 8, 0)', 'recv(0, to, 8, 0)', 'recvfrom(0, to, 8, 0, 0, 0)', 'write(1, to, 8)'],
  ...['pwrite(1, to, 8, 0)', 'send(1, to, 8, 0)', 'sendto(1, to, 8, 0, 0, 0)'],
  ...['readlink(from, to, 8)', 'gethostname(to, 8)'],
];

test.each(WHOLE)('%s is no byte too far, and one byte more is', (call) => {
  const said = (one: string) => saidOf(`char to[8] = "";\n(void)${one};\nreturn 0;`);
  expect(said(call)).toEqual([]);
  const more = call.replace(/\b8\b/, '9').replace('2, 4', '3, 3').replace('1234567', '12345678');
  expect(said(more)).toHaveLength(1);
});
