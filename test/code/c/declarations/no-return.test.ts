import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { saysNoReturn } from '../../../../src/code/c/declarations/no-return.ts';

/** Whether the declaration of `stop` in a text says that it never returns. */
function says(text: string): boolean {
  return saysNoReturn(text, text.indexOf('stop('), text.indexOf(')', text.indexOf('stop(')) + 1);
}

test.each([
  '__attribute__((noreturn)) void stop(int n);',
  'void stop(int n) __attribute__((format(printf, 1, 2), __noreturn__));',
  'NORETURN void stop(int n);',
  'void G_GNUC_NORETURN stop(int n) {',
  '[[noreturn]] void stop(int n);',
  '__declspec(noreturn) void stop(int n);',
  '_Noreturn static void stop(int n);',
  'void stop(int n) __dead2;',
  '#define X 1\nATTR_NO_RETURN\nvoid\nstop(int n)\n{',
])('%s', (text) => {
  expect(says(text)).toBe(true);
});

test.each([
  'void stop(int n);',
  'NORETURN void end(void); void stop(int n);',
  'void stop(int n); NORETURN void end(void);',
  'NORETURN void end(void) { } void stop(int n) { noreturn(); }',
  '#define NORETURN\nvoid stop(int n);',
  '/* noreturn */ void stop(int n);',
  'void stop(void NORETURN then);',
])('%s does not', (text) => {
  expect(says(text)).toBe(false);
});

test('any text is looked at without an error', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(40), fc.nat(40), (text, start, more) => {
      expect(typeof saysNoReturn(text, start, start + more)).toBe('boolean');
    }),
  );
});
