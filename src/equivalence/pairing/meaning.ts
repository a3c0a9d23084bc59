import * as z from 'zod';
import { lengthText } from '../cases/length-expression.ts';
import {
  cList,
  cName,
  computedLength,
  errnos,
  fieldPlace,
  integer,
  number,
  pattern,
  place,
  rustName,
} from './mapping-parts.ts';

/** What tells that the C gives nothing: a null pointer, a return code, or a field of a record that it returns. */
export type NoneValue = 'null' | bigint | { field: string; is: 'null' | bigint };

/** What a Rust value means in terms of what the C gives back. */
export type Meaning =
  /** The value of `return`, or of what a C parameter points at; `nothing` is not compared. */
  | string
  | { tuple: Meaning[] }
  /** A struct of the crate that the C gives back in parts. */
  | { fields: Record<string, Meaning> }
  /**
   * A `Result`: `success` is what the C returns with `Ok`, or leaves at `code` where that is a parameter; `errors` its
   * code for each error, and its `errno` where that tells errors apart. `'errno'`: the error is an `io::Error` or an integer with the
   * value of `errno`, and the C returns -1, or 0 where `success` is 1. `'any'`: the error does not tell which code it is.
   */
  | {
      ok: Meaning;
      code?: string | undefined;
      success?: bigint | undefined;
      errors:
        | 'return'
        | 'errno'
        | 'any'
        | { error: string; return: bigint; errno?: number[] | undefined }[];
    }
  /**
   * An `Option`: `none` is the C's null pointer, the return code that means `None`, or what a field of
   * the returned record is then. Of a `Result` that is `Err`, and `errors` tells by `errno` which.
   */
  | {
      some: Meaning;
      none: NoneValue;
      success?: bigint | undefined;
      errors?: { error: string; errno: number[] }[] | undefined;
    }
  /** A `Vec`, `String` or slice: the first `length` elements behind a pointer of the C. */
  | { buffer: string; length: 'nul' | 'room' | bigint | string }
  /** A `Vec` or slice whose length alone counts: the C gives memory that is not initialised. */
  | { allocated: string }
  /**
   * An index: by how many elements a pointer lies behind the start of this C parameter. The pointer is what is
   * returned, what stands at `from` afterwards, or where the C has moved a parameter that is a pointer to a pointer.
   */
  | { offset: string; from?: string | undefined }
  /** Only the sign of an integer counts: what `strcmp` gives, and `Ordering` in Rust. */
  | { sign: string }
  /** A Rust value by patterns, each for one C integer. */
  | { of: string; match: { rust: string; c: bigint }[] };

export const meaningSchema: z.ZodType<Meaning> = z.lazy(() =>
  z.union([
    place.describe(
      '"return", "*C NAME" or "nothing": what is returned, or stands there afterwards; "nothing" is not compared',
    ),
    z.strictObject({ tuple: z.array(meaningSchema).min(1) }).describe('a tuple'),
    z
      .strictObject({ fields: z.record(rustName, meaningSchema) })
      .describe('a struct that the C gives back in parts'),
    z
      .strictObject({
        ok: meaningSchema,
        code: place.optional(),
        success: integer.optional(),
        errors: z.union([
          z.literal(['return', 'errno', 'any']),
          z
            .array(z.strictObject({ error: pattern, return: integer, errno: errnos.optional() }))
            .min(1),
        ]),
      })
      .describe(
        'a `Result`: "success" is what the C returns with `Ok`; "errors" what it returns for each error, "return" where the error is the number returned, "errno" for an `io::Error` or the number of `errno`, "any" where the error is a text, so that only whether it failed can be compared; "code" is the out-parameter that holds these codes in place of what is returned, as "*err": without "success" a null pointer that is returned says that it failed',
      ),
    z
      .strictObject({
        some: meaningSchema,
        none: z.union([
          z.literal('null'),
          integer,
          z.strictObject({ field: cName, is: z.union([z.literal('null'), integer]) }),
        ]),
        success: integer.optional(),
        errors: z
          .array(z.strictObject({ error: pattern, errno: errnos }))
          .min(1)
          .optional(),
      })
      .describe(
        'an `Option`: "none" is the null pointer, the code for `None`, or what a field of the record is that the C returns by value, as `{ "field": "data", "is": "null" }`',
      ),
    z
      .strictObject({
        buffer: place,
        length: z.union([
          z.literal(['nul', 'room']),
          number.transform(BigInt),
          place,
          computedLength.transform(lengthText).describe('"C NAME" or "(n + 2) / 3 * 4"'),
          fieldPlace.describe('"buf->len" or "old(buf->len)"'),
        ]),
      })
      .describe(
        'a `Vec`, `String` or slice: the first so many elements behind that pointer, "*out" both for `char *out` and `char **out`; "nul" for a C string, "room" for all there is; a number may be computed of parameters, or be the field of a record, as it is after the call or ("old") was before it',
      ),
    z
      .strictObject({ allocated: place })
      .describe('memory that is not initialised yet: only its size counts'),
    z
      .strictObject({ offset: cList, from: place.optional() })
      .describe(
        'an index, where the C returns a pointer into that parameter or into that field of its record, or leaves one at "from" ("*end"), or moves that parameter on, as it does a `char **`',
      ),
    z.strictObject({ sign: place }).describe('an `Ordering`: only the sign counts'),
    z
      .strictObject({
        of: place,
        match: z.array(z.strictObject({ rust: pattern, c: integer })).min(1),
      })
      .describe('an enum, each variant for one integer of the C'),
  ]),
);

/** The out-parameter that holds the code of a `Result`; undefined where that is what the C returns. */
export function codePlace(meaning: Meaning | undefined): string | undefined {
  if (typeof meaning !== 'object' || !('ok' in meaning)) return undefined;
  return meaning.code === 'return' ? undefined : meaning.code;
}

/** What the Rust side stops with where it gives what no pattern of a mapping is for. */
export const UNNAMED_RESULT = 'a result that the mapping does not name';
