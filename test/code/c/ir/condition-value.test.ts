import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ConditionNames, NameMeaning } from '../../../../src/code/c/ir/build-names.ts';
import { conditionHolds } from '../../../../src/code/c/ir/condition-value.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Names of which `open…` and those of compilers are not known, and others are defined by what is given, or not at all. */
function named(defines: Record<string, string> = {}, more: Partial<ConditionNames> = {}) {
  const macros = new Map(Object.entries(defines));
  const meaningOf = (name: string): NameMeaning | undefined => {
    const body = macros.get(name);
    if (body === undefined)
      return /^(?:open|__|true|false)/.test(name) ? undefined : { isDefined: false };
    return { isDefined: true, macro: { name, body, parameters: undefined, guard: '' } };
  };
  return { meaningOf, isCpp: false, hasTrue: false, ...more };
}

describe('a condition of which all is known', () => {
  test.each([
    ['-1 > 0u', true],
    ['-1UL > 0', true],
    ['~0u > 0xffffffff', true],
    ['(0u-1) > 0', true],
    ['-1 == 0xffffffffffffffff', true],
    ['(-1)/2u > 1', true],
    ['18446744073709551615u == -1', true],
    ['~0 < 0', true],
    ['(1 ? -1 : 0u) > 0', true],
    ['0x7fffffffffffffff + 1 < 0', true],
    ['-1 >> 63 == -1', true],
    ['9007199254740993 == 9007199254740992', false],
    ['0 && 1/0 || !(1 || 1/0) || (1 ? 0 : 1/0)', false],
    ['(1, 0)', false],
    ["'ab' == 24930 && '\\x41' == 65 && L'A' == 65", true],
    ["0b101 == 5 && 010 == 8 && 1'000 == 1000", true],
  ])('%s', (text, expected) => {
    expect(conditionHolds(text, named())).toBe(expected);
  });
});

describe('what is left open', () => {
  test.each([
    ['18446744073709551616 > 0'],
    ['1.0'],
    ['1 / 0'],
    ['1 << 64'],
    ['09'],
    ['openA > 0'],
    ['(1 ? -1 : openA) > 0'],
    ['openA ? -1 > 0u : 0'],
    ["'\\377' < 0"],
    ["'a' > -1"],
    ["'abcde' > 0"],
    ['F(2) == 4'],
    ['true'],
    ['not 0'],
    ['EMPTY'],
    ['TEXT'],
    ['LOOP == 0'],
  ])('%s', (text) => {
    const names = named({ EMPTY: '', TEXT: '"a"', LOOP: 'LOOP' });
    expect(conditionHolds(text, names)).toBeUndefined();
  });

  test('is not asked for where the rest decides', () => {
    expect(conditionHolds('openA && 0 || 1 || openB(1, 2)', named())).toBe(true);
    expect(conditionHolds('openA ? 1 : 1u', named())).toBe(true);
    expect(conditionHolds("'a' > 0 && 'a' == 97", named())).toBe(true);
    expect(conditionHolds('false', named())).toBe(false);
  });
});

test('a macro stands for its tokens, and not for their value', () => {
  const names = named({ SUM: '1 + 1', EMPTY: '', ASKS: 'defined(SUM)', OUTER: 'SUM' });
  expect(conditionHolds('SUM * 3 == 4 && OUTER * 3 == 4', names)).toBe(true);
  expect(conditionHolds('EMPTY + 1 == 1 && ASKS && defined EMPTY', names)).toBe(true);
});

test('macros that stand for ever more of each other are left in time', () => {
  const bodies = Array.from({ length: 30 }, (_, at) => [`M${at}`, `M${at + 1} M${at + 1}`]);
  expect(conditionHolds('M0', named({ ...Object.fromEntries(bodies), M30: '' }))).toBeUndefined();
});

test('C++ has `true` and words for operators', () => {
  const names = named({ ON: 'true' }, { isCpp: true, hasTrue: true });
  expect(
    conditionHolds('ON and not false and (1 xor 0) and (compl 0 bitand 6) not_eq 0', names),
  ).toBe(true);
  expect(conditionHolds('true', named({}, { hasTrue: true }))).toBe(true);
});

describe('compilers agree', () => {
  const literals =
    "0 1 2 3 7 010 0x1f 0b11 63 1u 0u 2UL 5ull 0xffffffff 0xffffffffu 0x80000000 2147483648 4294967296 'a' " +
    '0x7fffffffffffffff 9223372036854775807 0x8000000000000000 0xffffffffffffffff 18446744073709551615u ' +
    "'\\377' '\\0' 'ab' '\\377\\1\\2\\3' '\\n' NONE ONE MINUS SUM UNSIGNED defined(ONE) defined(NONE)";
  const literal = fc.constantFrom(...literals.split(' '));
  const binary = fc.constantFrom(
    ...['+', '-', '*', '&', '|', '^', '==', '!=', '<', '>', '<=', '>=', '&&', '||'],
  );
  const { whole } = fc.letrec<{ whole: string }>((tie) => ({
    whole: fc.oneof(
      { maxDepth: 5 },
      literal,
      fc.tuple(fc.constantFrom('-', '+', '~', '!'), tie('whole')).map(([op, a]) => `${op} ${a}`),
      fc.tuple(tie('whole'), binary, tie('whole')).map(([a, op, b]) => `${a} ${op} ${b}`),
      fc.tuple(tie('whole'), binary, tie('whole')).map(([a, op, b]) => `(${a}) ${op} (${b})`),
      // By zero compilers do not divide, and what they say of it names no line where a macro is involved.
      fc
        .tuple(tie('whole'), fc.constantFrom('/', '%'), fc.constantFrom('2', '3u', '7', 'ONE'))
        .map(([a, op, by]) => `((${a}) ${op} ${by})`),
      fc
        .tuple(tie('whole'), fc.constantFrom('<<', '>>'), fc.nat(63))
        .map(([a, op, count]) => `((${a}) ${op} ${count})`),
      fc.tuple(tie('whole'), tie('whole'), tie('whole')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    ),
  }));
  const defines = { ONE: '1', MINUS: '-1', SUM: '1 + 2', UNSIGNED: '(~0u)' };

  test.each([
    ['gcc', false],
    ['g++', true],
    ['clang', false],
  ])('%s', (compiler, isCpp) => {
    const names = named(defines, { isCpp, hasTrue: isCpp });
    const all: ConditionNames = {
      ...names,
      meaningOf: (name) =>
        name === '__CHAR_UNSIGNED__' ? { isDefined: false } : names.meaningOf(name),
    };
    fc.assert(
      fc.property(fc.array(whole, { minLength: 100, maxLength: 100 }), (conditions) => {
        const truths = truthsOf(compiler, conditions);
        for (const [at, condition] of conditions.entries()) {
          expect([condition, conditionHolds(condition, all)]).toEqual([condition, truths[at]]);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  function truthsOf(compiler: string, conditions: readonly string[]): boolean[] {
    const text = conditions.map((each, at) => `#if ${each}\nMARK_${at}\n#endif\n`).join('');
    const file = join(temporaryFolder({ 'a.c': text }), 'a.c');
    const flags = Object.entries(defines).map(([name, body]) => `-D${name}=${body}`);
    const { stdout, stderr } = spawnSync(compiler, [...flags, '-fsigned-char', '-E', file], {
      encoding: 'utf8',
    });
    expect(stderr).not.toContain('error:');
    return conditions.map((_, at) => new RegExp(`\\bMARK_${at}\\b`).test(stdout));
  }
});
