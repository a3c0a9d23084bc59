import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  declaredWords,
  saysNoReturn,
  saysPublic,
} from '../../../../src/code/c/declarations/declared-words.ts';
import { lower } from '../../../support/c-code.ts';

/** The words around the declarator of `stop` in a text. */
function words(text: string) {
  return declaredWords(text, text.indexOf('stop('), text.indexOf(')', text.indexOf('stop(')) + 1);
}

const says = (text: string): boolean => saysNoReturn(words(text));

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

test.each([
  'XMLPUBFUN void stop(int n);',
  '__LA_DECL void\nstop(int n);',
  'OPJ_API void OPJ_CALLCONV stop(int n);',
  'ZEXTERN void ZEXPORT stop(int n);',
  'extern "C" __declspec(dllexport) void stop(int n);',
  '__attribute__((visibility("default"))) void stop(int n);',
  'CURL_EXTERN void stop(int n);',
])('%s is for the users of a library', (text) => {
  expect(saysPublic(words(text))).toBe(true);
});

test.each([
  'void stop(int n);',
  'extern void stop(int n);',
  'EXTERN void stop(int n);',
  'void WINAPI stop(int n);',
  'OPJ_API void end(void); void stop(int n);',
  '__attribute__((visibility("hidden"))) void stop(int n);',
])('%s is not', (text) => {
  expect(saysPublic(words(text))).toBe(false);
});

test('any text is looked at without an error', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(40), fc.nat(40), (text, start, more) => {
      expect(typeof saysNoReturn(declaredWords(text, start, start + more))).toBe('boolean');
    }),
  );
});

test.each([
  'void stop(int n) NORETURN;',
  'extern void stop(int n) project_attribute_noreturn();',
  'int before(void);\nunsigned int stop(int n) FORMAT(1, 2) NORETURN;\nint behind(void);',
])('macros behind the parameters are read with their function: %s', (text) => {
  const symbol = lower(text).symbols.function('stop');
  expect(symbol?.noReturn).toBe(true);
  expect(symbol?.parameters).toHaveLength(1);
});
