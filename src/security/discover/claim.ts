import * as z from 'zod';
import { triggerStepSchema } from '../candidates/triage-result.ts';

const text = z.string().trim().min(1);

/** Models write a missing text as null, or leave it out. */
const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value ?? '');

/** `787`, `"787"` or `"CWE-787: Out-of-bounds Write"`. */
const weakness = z
  .union([z.number(), z.string()])
  .transform((value) => Number(/\d+/.exec(String(value))?.[0]))
  .pipe(z.int().positive().max(9999));

/**
 * What a model says is a defect, before anything of it was checked. Who discovers gives all of it; a
 * role that saw it besides its own question may leave out the way there.
 */
export const claimSchema = z.object({
  /** Where the defect happens. */
  file: text,
  line: z.int().positive(),
  function: z.string().trim(),
  /** The CWE number of the weakness. */
  cwe: weakness,
  /** What is violated: which access, which bound, which lifetime. */
  violated: text,
  /** Under which condition. */
  condition: text,
  /** From an entry or a caller to the place; empty where the way is not known. */
  steps: z
    .array(triggerStepSchema)
    .max(40)
    .nullish()
    .transform((steps) => steps ?? []),
  /** What in the change did it, or uncovered it. */
  cause: optionalText,
  consequences: optionalText,
  suggestions: optionalText,
});

export type Claim = z.infer<typeof claimSchema>;

/** Claims of one answer, so that no answer floods a report. */
const MAX_CLAIMS = 12;

/** The answer of who discovers. */
export const claimsSchema = z.array(claimSchema).max(MAX_CLAIMS);

/** What stands for a text that a claim beside an answer lacks. */
const NOT_SAID = 'not said';

/** `12`, `"12"` or `"12-15"`; of a function that is named without a line, the nearest line is taken. */
const besideLine = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(/\d+/.exec(String(value ?? 1))?.[0] ?? 1));

/** A claim beside an answer is not asked for again: it counts as long as it says where and what. */
const besideSchema = claimSchema.extend({
  line: besideLine.pipe(z.int().positive()),
  function: optionalText,
  condition: optionalText.transform((value) => value || NOT_SAID),
  // Steps that cannot be read are none.
  steps: claimSchema.shape.steps.catch([]),
});

/**
 * Claims beside an answer to another question. One that says not where or not what is left out: the answer itself is what
 * was asked for.
 */
export const besidesSchema = z
  .array(z.unknown())
  .nullish()
  .transform((values) =>
    (values ?? [])
      .map((value) => besideSchema.safeParse(value))
      .flatMap(({ data }): Claim[] => (data === undefined ? [] : [data]))
      .slice(0, MAX_CLAIMS),
  );
