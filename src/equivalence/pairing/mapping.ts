import * as z from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { lengthText, parseLength } from '../cases/length-expression.ts';
import { errnoValue } from './errno.ts';

/*
 * How a Rust function stands for a C function: data that a model can write. It never holds code,
 * only names, integers and simple patterns, which are checked here.
 */

/** A number of elements, also written as text. */
const number = z
  .union([
    z.int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,9}$/, 'is no number')
      .transform(Number),
  ])
  .describe('NUMBER');

const cName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'is no name of a C parameter')
  .describe('"C NAME"');
/** A parameter that is a list, or a field of the record that one points at. */
const cList = z
  .string()
  .regex(
    /^[A-Za-z_]\w*(?:->[A-Za-z_]\w*)?$/,
    'is neither the name of a C parameter nor one with a field, as "table->items"',
  )
  .describe('"C NAME" or "table->items"');
const rustName = z
  .string()
  .regex(/^(?:r#)?[A-Za-z_]\w*$|^\d+$/, 'is no name of a Rust parameter')
  .describe('"RUST NAME"');

/** `"return"`, or `"*out"` (also `"out"`): what that C parameter points at after the call. */
const place = z
  .string()
  .regex(/^\*?[A-Za-z_]\w*$/, 'is neither "return" nor "*" and the name of a C parameter')
  .transform((text) => text.replace(/^\*/, ''))
  .describe('"return" or "*C NAME"');

/** A path to a variant with its fields left out, a literal, or `_`. */
const pattern = z
  .string()
  .trim()
  .regex(
    /^(?:_|true|false|-?\d+|(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*(?:\s*\((?:_|\.\.)\)|\s*\{\s*\.\.\s*\})?)$/,
    'is no simple Rust pattern, such as "ParseError::Empty", "Error::Io(_)", "-1" or "_"',
  )
  .describe('"RUST PATTERN"');

/** Written as a number, or as text where 64 bits need it; a null pointer is 0. */
const integer = z
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
const errnos = z
  .union([errno.transform((value) => [value]), z.array(errno).min(1)])
  .describe('"ERANGE" or [NUMBER]');

/** What a function of the caller gives back, and whether its calls count. */
const callback = {
  /** Among C parameters, or fields beside it: what it is called with. */
  context: cName.optional(),
  /** `ignored` where Rust may call it more often, or with other pieces of the same. */
  calls: z.literal(['compared', 'ignored']).optional(),
  /** It compares its two arguments, as that of `qsort`. */
  order: z.boolean().optional(),
  /** What it returns in C where Rust has `Ok(())`. */
  success: integer.optional(),
  errors: z
    .array(z.strictObject({ error: pattern, return: integer }))
    .min(1)
    .optional(),
};
const callbackSchema = z.strictObject(callback);

/** What is said of a function of the caller. */
export type CallbackRole = z.infer<typeof callbackSchema>;

const nullable = z.boolean().default(false);

/** `used`, or `(size + 7) / 8`: a number of elements, by names of the C. */
const computedLength = z.string().transform((text, context) => {
  const read = parseLength(text);
  if (read !== undefined) return read;
  context.addIssue(`${text} is no length: use names, integers, + - * / % << >> and parentheses`);
  return z.NEVER;
});

/** How one C parameter is given, where that cannot be read from its type, its name and its use. */
const cParamSchema = z.discriminatedUnion('role', [
  z
    .strictObject({ role: z.literal('value'), none: integer.optional() })
    .describe(
      'a scalar or record by value; "none": the number that stands for `None` where Rust has an `Option` of a number',
    ),
  z
    .strictObject({
      role: z.literal('pointer'),
      nullable,
      of: z.string().describe('"C TYPE"').optional(),
    })
    .describe(
      'a pointer to exactly one value, read and written; "of" says what a `void *` points at, such as "struct span"',
    ),
  z
    .strictObject({
      role: z.literal('text'),
      nullable,
      only: z
        .array(
          z
            .string()
            .regex(/^[\x20-\x7e]*$/, 'is no printable ASCII')
            .describe('"TEXT"'),
        )
        .min(1)
        .max(200)
        .optional(),
    })
    .describe('a C string; "only" where callers give no other texts'),
  z
    .strictObject({
      role: z.literal('elements'),
      length: z
        .union([number, cName, computedLength.transform(lengthText).describe('"1 << log"')])
        .optional(),
      of: z.string().describe('"C TYPE"').optional(),
      nullable,
    })
    .describe(
      'a pointer to so many elements: a number, the C parameter that tells it, or computed of parameters that Rust has, too; "of" says what is there, as "uint16_t", where it is not as declared',
    ),
  z
    .strictObject({
      role: z.literal('output'),
      room: z.union([number.pipe(z.int().positive()), cName]).optional(),
    })
    .describe(
      'memory that is only written: its room in elements, or the C parameter that tells it',
    ),
  z
    .strictObject({
      role: z.literal('length'),
      of: cName,
      each: number.pipe(z.int().positive()).optional(),
    })
    .describe(
      'the number of elements of another C parameter; "each": how much it counts for one element of the Rust list, as 2 for `[(f32, f32)]` where the C counts floats, and 1 where it counts pairs',
    ),
  z
    .strictObject({ role: z.literal('offset'), of: cList })
    .describe(
      'a pointer into the elements of that C parameter, or into that field of its record: behind so many of them, where Rust has an integer for it, else behind the last',
    ),
  z
    .strictObject({ role: z.literal('descriptor'), of: z.literal(['file', 'folder']) })
    .describe('the descriptor of a file or a folder'),
  z
    .strictObject({ role: z.literal('constant'), value: z.union([integer, z.null()]) })
    .describe(
      'always this: what Rust has no parameter for; not for the size of a type parameter, which is known',
    ),
  z
    .strictObject({ role: z.literal('callback'), ...callback })
    .describe(
      'a function of the caller; "calls": "ignored" where Rust may call it more often, "order" where it compares',
    ),
]);

/** How one C parameter is given. */
export type CParamRole = z.infer<typeof cParamSchema>;

const lengthExpression = z
  .union([z.int().nonnegative().transform(String), z.string()])
  .pipe(computedLength)
  .describe('NUMBER, "C NAME" or "(bits + 7) / 8"');

/** The way from a record to a field within it. */
const cPath = z
  .string()
  .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'is no way to a field, such as "u.text"')
  .describe('"u.C NAME"');

/** What a field of a C record is, where its name does not tell. */
const fieldSchema = z.strictObject({
  /** How many elements a pointer field has, by other fields. */
  length: lengthExpression.optional(),
  /** The field that tells for how many there is room. */
  room: cName.optional(),
  /** Room behind the elements, which the C may fill; where a field tells the room, mostly. */
  spare: z
    .int()
    .nonnegative()
    .max(1 << 20)
    .optional(),
  /** Of a pointer: it ends with a zero, which is no element. */
  text: z.boolean().optional(),
  /** Of a pointer that the C moves on as it writes: Rust has what was written, and nothing before the call. */
  written: z.boolean().optional(),
  /** Of a number that Rust has as an `Option`: what stands for `None`. */
  none: integer.optional(),
  /** The field of the Rust struct that it is. */
  rust: rustName.optional(),
  /** Of a field that Rust has no place for: what it always is, else zero; a name is that of a C function. */
  constant: z.union([integer, cName]).optional(),
  /** Of a pointer to a function of the caller. */
  callback: callbackSchema.optional(),
  /** Of the number that tells which variant of a Rust enum a record is. */
  variants: z
    .record(
      rustName,
      z.strictObject({
        is: integer,
        holds: z.array(cPath).optional(),
      }),
    )
    .optional(),
});

/** What a field of a C record is. */
export type FieldRole = z.infer<typeof fieldSchema>;

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

const meaningSchema: z.ZodType<Meaning> = z.lazy(() =>
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
        ]),
      })
      .describe(
        'a `Vec`, `String` or slice: the first so many elements behind that pointer, "*out" both for `char *out` and `char **out`; "nul" for a C string, "room" for all there is; a number may be computed of parameters',
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

/** How a Rust function stands for a C function; every part may be left out where it is plain. */
export const mappingSchema = z.strictObject({
  /** For Rust parameters, `self` included: the C parameter whose value they take. */
  rust: z.record(rustName, cName).default({}),
  /** For C parameters: how they are given. */
  c: z.record(cName, cParamSchema).default({}),
  /** For C records by their name (`struct buffer`, `EState`), and their fields. */
  records: z.record(z.string(), z.record(cName, fieldSchema)).default({}),
  result: meaningSchema.optional(),
});

export type Mapping = z.output<typeof mappingSchema>;

/** The out-parameter that holds the code of a `Result`; undefined where that is what the C returns. */
export function codePlace(meaning: Meaning | undefined): string | undefined {
  if (typeof meaning !== 'object' || !('ok' in meaning)) return undefined;
  return meaning.code === 'return' ? undefined : meaning.code;
}

/** What the Rust side stops with where it gives what no pattern of a mapping is for. */
export const UNNAMED_RESULT = 'a result that the mapping does not name';

/** A mapping that leaves everything to types and names. */
export const EMPTY_MAPPING: Mapping = { rust: {}, c: {}, records: {} };

/**
 * Reads a mapping from JSON5.
 * @throws UsageError that names the part which does not fit.
 */
export function parseMapping(text: string): Mapping {
  let data: unknown;
  try {
    data = parseJson5(text);
  } catch (thrown) {
    throw new UsageError(`the mapping is no JSON5: ${syntaxReason(thrown)}`);
  }
  const parsed = mappingSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new UsageError(`the mapping does not fit: ${formatZodError(parsed.error)}`);
}

/** What is said of fields of records, as `records` of a mapping; nothing where that does not fit. */
export function parseRecords(records: unknown): Mapping['records'] {
  return mappingSchema.safeParse({ records }).data?.records ?? {};
}

function parseInteger(value: number | string): bigint {
  if (value === 'null') return 0n;
  if (typeof value === 'number') return BigInt(value);
  return value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value);
}
