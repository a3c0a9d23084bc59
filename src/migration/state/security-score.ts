import * as z from 'zod';

const count = z.int().nonnegative();

/** What a scan says of code: the sum of the scores of its candidates, and how many there are. */
export const securityScoreSchema = z.object({
  score: z.number().nonnegative(),
  candidates: count,
  high: count,
});

export type SecurityScore = z.infer<typeof securityScoreSchema>;
