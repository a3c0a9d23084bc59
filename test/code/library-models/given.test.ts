import { describe, expect, test } from '@jest/globals';
import { sights } from '../../support/c-code.ts';

// What a call gives back, and what it leaves in a buffer: `t` holds text of a file.

const START = 'char t[9]; fgets(t, 9, q);';

/** What is known of the first argument of `see`. */
function seen(body: string) {
  const [heard] = sights(`void f(void *q, int n) { ${START} ${body} }`);
  const first = heard?.[0];
  if (first === undefined) throw new Error(`nothing is seen in ${body}`);
  return first;
}

const listed = (calls: string): string[] => calls.trim().split(/\s+/);

describe('a pointer that may be null', () => {
  test.each([
    [
      'file',
      `archive_entry_pathname(q) archive_entry_pathname_utf8(q) archive_entry_symlink(q)
       archive_entry_hardlink(q) zip_get_name(q,0,0) zip_entry_name(q) th_get_pathname(q) readdir(q)
       realpath("a",0) fgets(t,9,q)`,
    ],
    ['environment', 'getenv("A") secure_getenv("A")'],
    ['stdin', 'gets(t)'],
    [
      undefined,
      `freopen("a","r",q) strsep(q,"a") getcwd(0,0) gethostbyname("a") getpwnam("a") getgrnam("a")
       getgrgid(0) getservbyname("a","b") getprotobyname("a") getpwuid(0) localtime(q) gmtime(q)
       ctime(q) dlopen("a",0) dlsym(q,"a") signal(2,q)`,
    ],
  ])('has content of %s', (taint, calls) => {
    for (const call of listed(calls)) {
      expect([call, seen(`char *r = ${call}; see(r);`)]).toMatchObject([
        ...[call, { isNull: 'maybe', taint }],
      ]);
    }
  });

  test('is as trustworthy as the document that it is read from', () => {
    const parts =
      listed(`json_loads(d) json_object_get(d,"a") json_array_get(d,1) json_string_value(d)
      cJSON_Parse(d) cJSON_GetObjectItem(d,"a") cJSON_GetObjectItemCaseSensitive(d,"a")
      cJSON_GetArrayItem(d,1) cJSON_GetStringValue(d) json_tokener_parse(d)
      json_object_object_get(d,"a") json_object_array_get_idx(d,1) json_object_get_string(d)
      xmlReadMemory(d,9,0,0,0) xmlParseMemory(d,9) xmlDocGetRootElement(d) xmlNodeGetContent(d)
      xmlGetProp(d,"a")`);
    for (const call of parts) {
      const read = (document: string) => seen(`char *d = ${document}; char *r = ${call}; see(r);`);
      expect([call, read('t')]).toMatchObject([call, { isNull: 'maybe', taint: 'file' }]);
      expect([call, read('"{}"')]).toMatchObject([call, { isNull: 'maybe', taint: undefined }]);
    }
  });

  test('leads into what was searched', () => {
    const within = listed(`strchr(t,1) strrchr(t,1) strstr(t,"a") strcasestr(t,"a") strpbrk(t,"a")
      strtok(t,"a") strtok_r(t,"a",q) memchr(t,1,3) memrchr(t,1,3) memmem(t,3,"a",1)
      bsearch("a",t,3,1,q)`);
    for (const call of within) {
      expect([call, seen(`char *r = ${call}; see(r);`)]).toMatchObject([
        ...[call, { isNull: 'maybe', taint: 'file', size: '9..9' }],
      ]);
    }
  });

  test('is a copy of no more than the text', () => {
    for (const call of ['strdup(t)', 'wcsdup(t)']) {
      expect(seen(`char *r = ${call}; see(r);`)).toMatchObject({
        ...{ isNull: 'maybe', taint: 'file', size: '1..9' },
      });
    }
    expect(seen('char *r = xstrdup(t); see(r);')).toMatchObject({
      ...{ isNull: 'never', taint: 'file', size: '1..9' },
    });
  });
});

describe('the argument that a call gives back', () => {
  test.each([
    [
      'file',
      `strcpy(t,t) strcat(t,"") memcpy(t,t,3) memmove(t,t,3) strncpy(t,t,3) strncat(t,"a",3)
       wcscpy(t,t) wmemcpy(t,t,1) mempcpy(t,t,2) strchrnul(t,1)`,
    ],
    [undefined, 'memset(t,1,2) stpcpy(t,"a") stpncpy(t,"a",3) strcpy(t,"a")'],
  ])('is never null, and has content of %s', (taint, calls) => {
    for (const call of listed(calls)) {
      expect([call, seen(`char *r = ${call}; see(r);`)]).toMatchObject([
        ...[call, { isNull: 'never', taint, size: '9..9' }],
      ]);
    }
  });
});

describe('a buffer is filled with content of', () => {
  test.each([
    [
      'file',
      `fgets(b,8,q) fread(b,1,8,q) read(0,b,8) pread(0,b,8,0) readlink("a",b,8)
       unzGetCurrentFileInfo(q,0,b,8) unzGetCurrentFileInfo64(q,0,b,8)
       mz_zip_reader_get_filename(q,0,b,8) memcpy(b,t,8) strcpy(b,t) strncpy(b,t,8) strcat(b,t)
       bcopy(t,b,8) stpcpy(b,t)`,
    ],
    ['network', 'recv(0,b,8,0) recvfrom(0,b,8,0,0,0)'],
    ['stdin', 'gets(b)'],
    [undefined, 'gethostname(b,8) memset(b,0,8) bzero(b,8) explicit_bzero(b,8)'],
  ])('%s', (taint, calls) => {
    for (const call of listed(calls)) {
      expect([call, seen(`char b[8]; b[0] = 0; ${call}; see(b);`)]).toMatchObject([
        call,
        { taint },
      ]);
    }
  });
});

/** What nothing bounds, of the 64 bits of a `long`. */
const MOST = 2 ** 63;

describe('a number', () => {
  test.each([
    ['0..9', undefined, 'fread(q,1,9,q) fwrite(q,1,9,q)'],
    ['0..9', 'file', 'strnlen(t,9)'],
    ['0..8', undefined, 'strlen(t) wcslen(t) strspn(t,"a") strcspn(t,"a")'],
    [`-1..${MOST}`, 'file', 'getline(q,q,q) getdelim(q,q,1,q)'],
    ['-1..255', 'file', 'fgetc(q) getc(q)'],
    ['-1..255', 'stdin', 'getchar()'],
    ['-1..255', undefined, 'ungetc(n,q)'],
    ['-1..0', undefined, 'fseek(q,0,0) close(n)'],
    [`-1..${MOST}`, undefined, 'ftell(q) recvmsg(0,q,0) lseek(1,0,0) time(0)'],
    [`-1..${2 ** 31 - 1}`, undefined, 'scanf("") fscanf(q,"") sscanf("","") dup2(1,2)'],
    [`${-(2 ** 31)}..${2 ** 31 - 1}`, 'file', 'atoi(t) stoi(t)'],
    [
      `${-MOST}..${MOST}`,
      'file',
      `atol(t) atoll(t) atof(t) strtol(t,0,0) strtoll(t,0,0) strtoul(t,0,0) strtoull(t,0,0) strtod(t,0)
       strtof(t,0) strtold(t,0) strtoimax(t,0,0) strtoumax(t,0,0) stol(t) stoll(t) stoul(t) stoull(t)`,
    ],
    ['-128..255', 'file', 'toupper(*t) tolower(*t)'],
    [`0..${2 ** 31 - 1}`, 'file', 'abs(*t)'],
    ['0..65535', 'file', 'htons(*t) ntohs(*t)'],
    [`0..${2 ** 32 - 1}`, 'file', 'htonl(*t) ntohl(*t)'],
    [
      '-1..9',
      undefined,
      `read(0,q,9) pread(0,q,9,0) recv(0,q,9,0) recvfrom(0,q,9,0,0,0) write(1,q,9) pwrite(1,q,9,0)
       send(1,q,9,0) sendto(1,q,9,0,0,0)`,
    ],
    ['-1..9', 'file', 'readlink("a",q,9)'],
    [`0..${2 ** 31 - 1}`, 'random', 'rand() random() lrand48()'],
  ])('lies in %s, from %s', (range, taint, calls) => {
    for (const call of listed(calls)) {
      expect([call, seen(`long r = ${call}; see(r);`)]).toMatchObject([call, { range, taint }]);
    }
  });
});
