import * as z from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { lengthText } from '../cases/length-expression.ts';
import {
  cList,
  cName,
  computedLength,
  integer,
  number,
  pattern,
  rustName,
} from './mapping-parts.ts';
import { meaningSchema } from './meaning.ts';

/*
 * How a Rust function stands for a C function: data that a model can write. It never holds code,
 * only names, integers and simple patterns, which are checked here.
 */

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
      room: z.union([number.pipe(z.int().positive()), cList]).optional(),
    })
    .describe(
      'memory that is only written: its room in elements, or what tells it: a C parameter, or a field of its record',
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
