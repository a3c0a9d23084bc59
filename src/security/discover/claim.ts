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

/** Claims beside an answer of one question. */
const MAX_BESIDES = 4;

/**
 * Claims beside an answer to another question. One that has not the form is left out: the answer
 * itself is what was asked for.
 */
export const besidesSchema = z
  .array(z.unknown())
  .nullish()
  .transform((values) =>
    (values ?? [])
      .slice(0, MAX_BESIDES)
      .map((value) => claimSchema.safeParse(value))
      .flatMap(({ data }): Claim[] => (data === undefined ? [] : [data])),
  );
