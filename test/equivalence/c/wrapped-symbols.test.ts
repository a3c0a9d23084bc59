import { expect, test } from '@jest/globals';
import {
  CHARACTER_FUNCTIONS,
  END_OPTIONS,
  UNDEFINED_BEHAVIOUR,
  WRAP_OPTIONS,
} from '../../../src/equivalence/c/wrapped-symbols.ts';

const listed = (names: string) => names.trim().split(/\s+/);

/** As the compilers call them: `__ubsan_handle_…` of libubsan, `__asan_…` of libasan. */
const OF_BEHAVIOUR = listed(`add_overflow sub_overflow mul_overflow negate_overflow divrem_overflow
  shift_out_of_bounds out_of_bounds type_mismatch_v1 alignment_assumption pointer_overflow load_invalid_value
  float_cast_overflow nonnull_arg nonnull_return_v1 vla_bound_not_positive builtin_unreachable missing_return
  function_type_mismatch invalid_builtin`).map((name) => `__ubsan_handle_${name}`);
const OF_MEMORY = listed(`load1 load2 load4 load8 load16 load_n store1 store2 store4 store8 store16
  store_n`).map((name) => `__asan_report_${name}_noabort`);
const OF_COPIES = listed('__asan_memcpy __asan_memset __asan_memmove');
const OF_CHARACTERS =
  listed(`isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct
  isspace isupper isxdigit tolower toupper`);

const wrapped = (names: readonly string[]) => names.map((name) => `-Wl,--wrap=${name}`).sort();

test('what the driver takes the place of is called as the sanitizers and the library have it', () => {
  const library = ['malloc', 'calloc', 'realloc', ...OF_CHARACTERS];
  expect(WRAP_OPTIONS.toSorted()).toEqual(
    wrapped([...OF_BEHAVIOUR, ...OF_MEMORY, ...OF_COPIES, ...library]),
  );
  expect(CHARACTER_FUNCTIONS).toEqual(OF_CHARACTERS);
});

test('the ends of a program are taken over as well', () => {
  expect(END_OPTIONS.toSorted()).toEqual(wrapped(listed('_Exit _exit abort exit quick_exit')));
});

test('each kind of undefined behaviour has words of its own', () => {
  const texts = UNDEFINED_BEHAVIOUR.map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => !text.includes(' '))).toEqual([]);
});
