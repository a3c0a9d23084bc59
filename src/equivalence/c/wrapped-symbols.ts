/** A shift by as many bits as the type has, or more. */
export const WIDE_SHIFT = 'shift by a negative or too large number, or of a negative value';

/** The sanitizer's functions that the driver takes the place of, so that it can go on with the next case. */
export const UNDEFINED_BEHAVIOUR: readonly (readonly [name: string, text: string])[] = [
  ['add_overflow', 'signed integer overflow in an addition'],
  ['sub_overflow', 'signed integer overflow in a subtraction'],
  ['mul_overflow', 'signed integer overflow in a multiplication'],
  ['negate_overflow', 'signed integer overflow in a negation'],
  ['divrem_overflow', 'division by zero or overflow of a division'],
  ['shift_out_of_bounds', WIDE_SHIFT],
  ['out_of_bounds', 'index out of bounds'],
  ['type_mismatch_v1', 'access through a null or misaligned pointer'],
  ['alignment_assumption', 'misaligned pointer'],
  ['pointer_overflow', 'overflow of a pointer'],
  ['load_invalid_value', 'value that its type does not have'],
  ['float_cast_overflow', 'float that has no place in the integer type'],
  ['nonnull_arg', 'null for an argument that must not be null'],
  ['nonnull_return_v1', 'null returned where it must not be'],
  ['vla_bound_not_positive', 'array of variable length that is not positive'],
  ['builtin_unreachable', 'code that must not be reached'],
  ['missing_return', 'end of a function without a value'],
  ['function_type_mismatch', 'call through a pointer of another type'],
  ['invalid_builtin', 'zero given to a builtin that must not have it'],
];

/** Functions of `ctype.h`, which look into a table: beyond it they have no meaning. */
export const CHARACTER_FUNCTIONS: readonly string[] = [
  ...['isalnum', 'isalpha', 'isblank', 'iscntrl', 'isdigit', 'isgraph', 'islower', 'isprint'],
  ...['ispunct', 'isspace', 'isupper', 'isxdigit', 'tolower', 'toupper'],
];

const SIZES = ['1', '2', '4', '8', '16', '_n'];

/** The options of the linker that put the driver's own functions before those of the sanitizers. */
export const WRAP_OPTIONS: readonly string[] = [
  ...UNDEFINED_BEHAVIOUR.map(([name]) => `__ubsan_handle_${name}`),
  ...['load', 'store'].flatMap((kind) =>
    SIZES.map((size) => `__asan_report_${kind}${size}_noabort`),
  ),
  ...['memcpy', 'memset', 'memmove'].map((name) => `__asan_${name}`),
  ...['malloc', 'calloc', 'realloc'],
  ...CHARACTER_FUNCTIONS,
].map((symbol) => `-Wl,--wrap=${symbol}`);

/** The functions of the C library that the driver takes the place of, so that it goes on when the C ends. */
export const END_OPTIONS: readonly string[] = ['exit', '_exit', '_Exit', 'quick_exit', 'abort'].map(
  (symbol) => `-Wl,--wrap=${symbol}`,
);
