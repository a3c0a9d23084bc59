import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { DOUBTS, EVENTS } from '../../src/rules/basis.ts';

const judgedSchema = z.strictObject({
  /** The round in which it was drawn, and whether the scan had been tuned on the project before. */
  round: z.int().positive(),
  tuned: z.boolean(),
  project: z.string(),
  /** The first digits of the commit that was scanned, or the number of the release. */
  commit: z.string().regex(/^(?:[0-9a-f]{7,40}|\d+(?:\.\d+)+)$/),
  file: z.string(),
  line: z.int().positive(),
  rule: z.string(),
  /** What it rests on; absent where the scan says nothing there any more, as its cause was fixed. */
  basis: z
    .strictObject({
      event: z.enum(EVENTS),
      doubts: z.array(z.enum(DOUBTS)),
      witnessed: z.boolean(),
    })
    .optional(),
  /** The confidence that it had when it was drawn. */
  confidence: z.number().min(0.4).max(0.95),
  /** minor: true, and not worth a reviewer's time. */
  verdict: z.enum(['true', 'minor', 'false']),
  /** Why, in one sentence. */
  reason: z.string().min(1),
});

/** One finding that a person has read at its source, without knowing its confidence. */
export type JudgedFinding = z.infer<typeof judgedSchema>;

/** The findings that were judged so far. */
export function readJudged(path: string): JudgedFinding[] {
  return z.array(judgedSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
}
