import * as z from 'zod';
import { parseLength } from '../cases/length-expression.ts';
import { errnoValue } from './errno.ts';
import { FIELD_LENGTH } from './field-length.ts';

/*
 * What the values of a mapping may be: names of the C and of the Rust, numbers, and simple patterns.
 */

/** A number of elements, also written as text. */
export const number = z
  .union([
    z.int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,9}$/, 'is no number')
      .transform(Number),
  ])
  .describe('NUMBER');

export const cName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'is no name of a C parameter')
  .describe('"C NAME"');
/** A parameter that is a list, or a field of the record that one points at. */
export const cList = z
  .string()
  .regex(
    /^[A-Za-z_]\w*(?:->[A-Za-z_]\w*)?$/,
    'is neither the name of a C parameter nor one with a field, as "table->items"',
  )
  .describe('"C NAME" or "table->items"');
/** The field of a record that tells a number of elements, after the call or before it. */
export const fieldPlace = z
  .string()
  .regex(
    FIELD_LENGTH,
    'is no field such as "buf->len", nor one from before the call as "old(buf->len)"',
  );
export const rustName = z
  .string()
  .regex(/^(?:r#)?[A-Za-z_]\w*$|^\d+$/, 'is no name of a Rust parameter')
  .describe('"RUST NAME"');

/** `"return"`, or `"*out"` (also `"out"`): what that C parameter points at after the call. */
export const place = z
  .string()
  .regex(/^\*?[A-Za-z_]\w*$/, 'is neither "return" nor "*" and the name of a C parameter')
  .transform((text) => text.replace(/^\*/, ''))
  .describe('"return" or "*C NAME"');

/** A path to a variant with its fields left out, a literal, or `_`. */
export const pattern = z
  .string()
  .trim()
  .regex(
    /^(?:_|true|false|-?\d+|(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*(?:\s*\((?:_|\.\.)\)|\s*\{\s*\.\.\s*\})?)$/,
    'is no simple Rust pattern, such as "ParseError::Empty", "Error::Io(_)", "-1" or "_"',
  )
  .describe('"RUST PATTERN"');

/** Written as a number, or as text where 64 bits need it; a null pointer is 0. */
export const integer = z
  .union([
    z.int(),
    z.string().regex(/^(?:-?(?:0[xX][0-9a-fA-F]+|\d+)|null)$/, 'is no integer, nor "null"'),
  ])
  .transform(parseInteger)
  .describe('INTEGER or "null"');

const errno = z.union([
  z.int().positive().max(4095),
  z.string().transform((name, context) => {
    const value = errnoValue(name);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `${name} is no errno here; give its number` });
    return z.NEVER;
  }),
]);

/** Values of `errno` that one error stands for: a name such as `"ERANGE"`, a number, or a list. */
export const errnos = z
  .union([errno.transform((value) => [value]), z.array(errno).min(1)])
  .describe('"ERANGE" or [NUMBER]');

/** `used`, or `(size + 7) / 8`: a number of elements, by names of the C. */
export const computedLength = z.string().transform((text, context) => {
  const read = parseLength(text);
  if (read !== undefined) return read;
  context.addIssue(`${text} is no length: use names, integers, + - * / % << >> and parentheses`);
  return z.NEVER;
});

function parseInteger(value: number | string): bigint {
  if (value === 'null') return 0n;
  if (typeof value === 'number') return BigInt(value);
  return value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value);
}
