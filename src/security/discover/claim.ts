import * as z from 'zod';
import { triggerStepSchema } from '../candidates/triage-result.ts';

const text = z.string().trim().min(1);

/** Models write a missing text as null, or leave it out. */
const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value ?? '');

/** `787`, `"787"` or `"CWE-787: Out-of-bounds Write"`; asked for anew where it is none. */
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
  file: z.string().trim(),
  line: z.int().positive(),
  function: z.string().trim(),
  /** The CWE number of the weakness; 0 where it is not said. */
  cwe: z.int().nonnegative(),
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
  /** The changed line that did it; missing where it is not said or cannot be read. */
  changed: z.object({ file: text, line: z.int().positive() }).optional().catch(undefined),
  consequences: optionalText,
  suggestions: optionalText,
  /** Why it cannot be examined, where its answer shows that already: it is warned of, and not lost without a word. */
  unusable: z.string().optional(),
});

export type Claim = z.infer<typeof claimSchema>;

/** Claims of one answer, so that no answer floods a report. */
const MAX_CLAIMS = 12;

/** The answer of who discovers. */
export const claimsSchema = z
  .array(
    claimSchema.extend({ file: text, cwe: weakness, unusable: z.undefined().catch(undefined) }),
  )
  .max(MAX_CLAIMS);

/** What stands for a text that a claim beside an answer lacks. */
const NOT_SAID = 'not said';

/** `12`, `"12"` or `"12-15"`; of a function that is named without a line, the nearest line is taken. */
const besideLine = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(/\d+/.exec(String(value ?? 1))?.[0] ?? 1));

const aLine = besideLine.pipe(z.int().positive());

/** A claim beside an answer is not asked for again: it counts as far as it can be read. */
const besideSchema = claimSchema.extend({
  // The function that it names may lead to the file.
  file: optionalText.catch(''),
  line: aLine.catch(1),
  function: optionalText.catch(''),
  // No weakness; said to be unusable below.
  cwe: weakness.catch(0),
  violated: optionalText.catch(''),
  condition: optionalText.catch(''),
  // Steps that cannot be read are none.
  steps: claimSchema.shape.steps.catch([]),
  cause: optionalText.catch(''),
  consequences: optionalText.catch(''),
  suggestions: optionalText.catch(''),
  unusable: z.undefined().catch(undefined),
});

/** Characters of a claim that cannot be read, for the person who is told of it. */
const MAX_UNREAD = 300;

/**
 * Claims beside an answer to another question. One that cannot be examined says why: the answer itself is what was asked
 * for, and none is asked for again.
 */
export const besidesSchema = z
  .unknown()
  .optional()
  .transform((given) => {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given ?? []].flat();
    let room = MAX_CLAIMS;
    return values.filter(saysSomething).map((value): Claim => {
      const claim = besideClaim(value);
      if (claim.unusable === undefined) room -= 1;
      return room < 0 ? { ...claim, unusable: TOO_MANY } : claim;
    });
  });

const TOO_MANY = `its answer names more than ${MAX_CLAIMS}`;

/** Models write what is nothing in many ways. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return !/^\W*(?:none|nothing|n\/?a|null)?\W*$/i.test(value);
  return value !== null && value !== undefined && JSON.stringify(value) !== '{}';
}

function besideClaim(value: unknown): Claim {
  const { data: read } = besideSchema.safeParse(value);
  if (read === undefined) {
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_UNREAD);
    const empty = { file: '', line: 1, function: '', cwe: 0, condition: NOT_SAID, steps: [] };
    const nothing = { cause: '', consequences: '', suggestions: '' };
    return {
      ...empty,
      ...nothing,
      violated: text,
      unusable: 'it is no claim in the form asked for',
    };
  }
  // What happens says what is violated, as far as it is said at all.
  const violated = read.violated || read.consequences || read.condition || read.cause;
  const claim = { ...read, violated: violated || NOT_SAID, condition: read.condition || NOT_SAID };
  const why =
    read.cwe === 0
      ? 'it names no weakness by its CWE number'
      : read.file === '' && read.function === ''
        ? 'it names neither a file nor a function'
        : undefined;
  return why === undefined ? claim : { ...claim, unusable: why };
}
