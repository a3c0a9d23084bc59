import { describe, expect, test } from '@jest/globals';
import { driverSchema } from '../../../src/security/reproduce/driver.ts';
import { type DriverFacts, refusedDriver } from '../../../src/security/reproduce/refused-driver.ts';

const FACTS: DriverFacts = {
  defects: [
    {
      cwe: [787],
      place: { file: 'a.c', function: 'copy', line: 5 },
      path: [{ file: 'b.c', function: 'entry', line: 9 }],
    },
  ],
  isFile: (path) => ['a.c', 'b.c', 'c.c'].includes(path),
  isUsed: (name) => name === 'LIMIT' || name === 'HAVE_ZLIB',
  isDefined: (name) => /^(?:LIMIT|UNIX|APP_SIZEOF_INT|SIGNAL_TYPE)$/.test(name),
  setting: (name) =>
    ({ UNIX: { value: '1' }, APP_SIZEOF_INT: { value: '4' }, SIGNAL_TYPE: { value: undefined } })[
      name
    ],
};

function problems(changes: Readonly<Record<string, unknown>>): string[] {
  const plain = { kind: 'driver', unit: 'a.c', driver: 'int main(void) { return 0; }' };
  return refusedDriver(driverSchema.parse({ ...plain, ...changes }), FACTS);
}

describe('refused is', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      'a unit that is not there',
      { unit: 'z.c', other_units: ['a.c'] },
      'the repository has no file z.c',
    ],
    ['a unit without the finding', { unit: 'c.c' }, 'neither unit nor other_units has a.c'],
    ['a plugin of the compiler', { flags: ['-fplugin=x.so'] }, 'the flag -fplugin=x.so'],
    ['an option from a file', { flags: ['@options'] }, 'the flag @options'],
    ['a folder outside', { flags: ['-I../..'] }, 'the flag -I../..'],
    ['another output', { flags: ['-o/work/src/a.c'] }, 'the flag -o/work/src/a.c'],
    ['a macro of the repository', { flags: ['-DLIMIT=1'] }, 'the macro LIMIT'],
    ['it in a header', { files: [{ path: 'x.h', text: '#define LIMIT 1' }] }, 'the macro LIMIT'],
    ['it over two lines', { driver: '#define \\\nLIMIT 1' }, 'the macro LIMIT'],
    ['another size than the machine has', { flags: ['-DAPP_SIZEOF_INT=1'] }, 'APP_SIZEOF_INT'],
    [
      'a number for what the template leaves open',
      { files: [{ path: 'config.h', text: '#define SIGNAL_TYPE 64' }] },
      'the macro SIGNAL_TYPE',
    ],
    ['another if', { files: [{ path: 'x.h', text: '# define if while' }] }, 'the macro if'],
    ['another malloc', { flags: ['-Dmalloc=mine'] }, 'the macro malloc'],
    ['the cited function', { driver: 'int copy(char *p)\n{ return *p; }' }, 'define copy itself'],
    ['one on the way', { driver: 'static void *entry(void) { return 0; }' }, 'define entry itself'],
    ['a line of another file', { driver: '#line 5 "a.c"\nint x;' }, 'which file and line'],
    ['a marker of lines', { driver: '# 5 "a.c"\nint x;' }, 'which file and line'],
    ['one in other signs', { driver: '%: line 5 "a.c"' }, 'which file and line'],
    ['one over two lines', { driver: '#li\\\nne 5 "a.c"' }, 'which file and line'],
    ['a report of its own', { driver: 'void __asan_on_error(void);' }, 'may not use __asan'],
    ['code without checks', { driver: '__attribute__((no_sanitize("address")))' }, 'no_sanitize'],
    ['the environment', { driver: 'char *x = getenv("ASAN_OPTIONS");' }, 'may not use getenv'],
    ['other programs', { driver: 'int x = system("true");' }, 'may not use system'],
    ['assembly', { driver: '__asm__("nop");' }, 'may not use __asm__'],
    ['a look at the process', { driver: 'char *x = "/proc/self/maps";' }, 'may not use /proc'],
  ])('%s', (_what, changes, problem) => {
    expect(problems(changes)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('run is', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['a plain driver', {}],
    ['one with further sources', { unit: 'c.c', other_units: ['a.c'] }],
    ['flags of a dialect', { flags: ['-std=gnu99', '-DHAVE_ZLIB=1', '-Iinclude', '-lz'] }],
    ['a call of the cited function in a condition', { driver: 'int f(void) { if (copy(0)) { } }' }],
    ['a declaration of it', { driver: 'int copy(char *p);\nstruct s { int x; };' }],
    [
      'a header that says what the template leaves open',
      {
        files: [
          {
            path: 'config.h',
            text: '#define UNIX 1\n#define APP_SIZEOF_INT 4 /* of int */\n#define SIGNAL_TYPE void',
          },
        ],
      },
    ],
    ['a macro that the repository does not have', { driver: '#define SIZE 10' }],
  ])('%s', (_what, changes) => {
    expect(problems(changes)).toEqual([]);
  });
});

test.each(['/etc/passwd', '../x.c', 'a/../../x.c', 'a//b.c', ''])('no path is %j', (unit) => {
  const answer = { kind: 'driver', unit, driver: 'int x;' };
  expect(driverSchema.safeParse(answer).success).toBe(false);
});
