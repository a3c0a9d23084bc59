import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bothConditions,
  holds,
  impliedSettings,
  oppositeCondition,
  parseCondition,
  settingsIn,
} from '../../../../src/code/c/ir/build-condition.ts';

function holdsWith(text: string, ...set: readonly string[]): boolean {
  return holds(parseCondition(text), (setting) => set.includes(setting));
}

test.each([
  ['defined(A)', ['A'], true],
  ['defined A', ['A'], true],
  ['A', ['A'], true],
  ['!defined(A)', ['A'], false],
  ['!A && B', ['B'], true],
  ['A || B && C', ['A'], true],
  ['(A || B) && C', ['A'], false],
  ['!(A && B)', ['A'], true],
  ['VERSION >= 3 && A', ['VERSION >= 3', 'A'], true],
  ['(VERSION) > (2)', ['(VERSION) > (2)'], true],
  ['__has_include(<a.h>) || A', ['A'], true],
  ['1', [], true],
  ['0L', [], false],
  ['', [], true],
  ['A != 2', ['A'], false],
])('%s with %j', (text, set, expected) => {
  expect(holdsWith(text, ...set)).toBe(expected);
});

test('where a condition holds, some settings are known', () => {
  const implied = (text: string, value: boolean) =>
    Object.fromEntries(impliedSettings(parseCondition(text), value));
  expect(implied('A && !B', true)).toEqual({ A: true, B: false });
  expect(implied('A || B', false)).toEqual({ A: false, B: false });
  expect(implied('A || B', true)).toEqual({});
  expect(implied('A && B', false)).toEqual({});
});

describe('laws', () => {
  const name = fc.constantFrom('A', 'B', 'C');
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4 },
      name,
      name.map((each) => `defined(${each})`),
      tie('condition').map((each) => `!(${each})`),
      fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) && (${b})`),
      fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) || (${b})`),
    ),
  }));
  const build = fc.subarray(['A', 'B', 'C']);

  test('a condition is as C reads it', () => {
    fc.assert(
      fc.property(condition, build, (text, set) => {
        const script = text
          .replace(/defined\((\w)\)/g, '$1')
          .replace(/[ABC]/g, (each) => String(set.includes(each)));
        expect(holdsWith(text, ...set)).toBe(truthOf(script));
      }),
    );
  });

  test('the opposite and both', () => {
    fc.assert(
      fc.property(condition, condition, build, (one, other, set) => {
        expect(holdsWith(oppositeCondition(one), ...set)).toBe(!holdsWith(one, ...set));
        expect(holdsWith(bothConditions(`(${one})`, other), ...set)).toBe(
          holdsWith(one, ...set) && holdsWith(other, ...set),
        );
      }),
    );
  });

  test('what is implied holds in every build in which the condition has that value', () => {
    fc.assert(
      fc.property(condition, build, (text, set) => {
        const parsed = parseCondition(text);
        const value = holdsWith(text, ...set);
        for (const [setting, isSet] of impliedSettings(parsed, value))
          expect(set.includes(setting)).toBe(isSet);
      }),
    );
  });

  test('any text is read', () => {
    const text = fc.string({ unit: fc.constantFrom(...'AB !&|()>0 d') });
    fc.assert(
      fc.property(text, (each) => {
        const parsed = parseCondition(each);
        expect(settingsIn(parsed).length).toBeGreaterThanOrEqual(0);
        expect(typeof holds(parsed, () => true)).toBe('boolean');
      }),
    );
  });
});

/** Works out `true`, `false`, `!`, `&&`, `||` and brackets by rewriting. */
function truthOf(text: string): boolean {
  let rest = text.replace(/\s/g, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest
      .replace(/\((true|false)\)/g, '$1')
      .replace('!true', 'false')
      .replace('!false', 'true')
      .replace(/(true|false)&&(true|false)/, (_, a, b) => String(a === 'true' && b === 'true'));
    if (rest === before)
      rest = rest.replace(/(true|false)\|\|(true|false)/, (_, a, b) =>
        String(a === 'true' || b === 'true'),
      );
  }
  return rest === 'true';
}
