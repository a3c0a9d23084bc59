import { z } from 'zod';
import { DOUBTS, EVENTS } from '../../rules/basis.ts';
import { CATEGORIES, SEVERITIES, type Severity } from '../../rules/classification.ts';

export { CATEGORIES, SEVERITIES, type Severity };

/** The source of what our own rules propose. */
export const OWN_SOURCE = 'rustward';

const traceStepSchema = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  end_line: z.int().positive(),
  end_column: z.int().positive(),
  function: z.string(),
  message: z.string(),
  /** The source line, trimmed, at most 200 characters; only reports have it. */
  evidence: z.string().max(200).optional(),
});

/**
 * A location that the scan proposes as a defect, not yet confirmed; severity.ts has the ladder from
 * hits to findings. The keys are those of `candidates.jsonl`; lines and columns are 1-based.
 */
export const candidateSchema = z.strictObject({
  /** 1..N in the order of the report; the same for the same tree. */
  gid: z.int().positive(),
  /** `C` or `R` and six hexadecimal digits over file, line, category and pattern. */
  id: z.string().regex(/^[CR][0-9a-f]{6}$/),
  language: z.enum(['c', 'cpp', 'rust']),
  category: z.enum(CATEGORIES),
  /** The id of the rule that proposes it; `tool/rule` where it is another scanner's. */
  pattern: z.string(),
  /** Who proposes it, sorted: `rustward`, or the name of another scanner. */
  sources: z.array(z.string().min(1)).min(1).default([OWN_SOURCE]),
  /** CWE numbers, the most specific first. */
  cwe: z.array(z.int().positive()).min(1),
  /** Relative to the root, `/`-separated. */
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  end_line: z.int().positive(),
  end_column: z.int().positive(),
  /** The enclosing function, or the empty string at file level. */
  function: z.string(),
  /** The source line, trimmed, at most 200 characters. */
  evidence: z.string().max(200),
  /** What is wrong, in one sentence. */
  description: z.string(),
  suggestion: z.string(),
  confidence: z.number().min(0.4).max(0.95),
  severity: z.enum(SEVERITIES),
  /** What the confidence rests on: what the rule has seen, and what is not known of the way there. */
  basis: z
    .strictObject({
      event: z.enum(EVENTS),
      doubts: z.array(z.enum(DOUBTS)),
      /** Whether one path to the place was followed by itself. */
      witnessed: z.boolean(),
      debug_code: z.literal(true).optional(),
    })
    .optional(),
  /** confidence times the severity's weight (high 3, medium 2, low 1), two decimals. */
  score: z.number(),
  /** The three where a change brings it, and in a small tree, if they are others: in much code that stands, a defect is rarer. */
  in_new_code: z
    .strictObject({
      confidence: z.number().min(0.4).max(0.95),
      severity: z.enum(SEVERITIES),
      score: z.number(),
    })
    .optional(),
  /** The one cause of several candidates of a rule in a function, named by the place of the first of them. */
  cause: z.strictObject({ line: z.int().positive(), column: z.int().positive() }).optional(),
  /** Of a file that is compiled in several configurations: those that have it, where not all of them do. */
  configurations: z.array(z.string()).optional(),
  /** GitHub's `primaryLocationLineHash` of the line: survives shifts. */
  fingerprint: z.string(),
  /** From the source of the data to the defect; empty where the place says it all. */
  trace: z.array(traceStepSchema),
  /** The lines around the place, for a reader without the sources. */
  excerpt: z.strictObject({ first_line: z.int().positive(), lines: z.array(z.string()) }),
});

export type Candidate = z.infer<typeof candidateSchema>;
