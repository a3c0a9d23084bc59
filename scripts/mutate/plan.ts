import { readFileSync } from 'node:fs';
import * as z from 'zod';

const position = z.object({ line: z.int(), column: z.int() });

/** What a run is to do, as the processes that Stryker starts get it. */
const planSchema = z.object({
  /** The folder of the repository. */
  root: z.string(),
  /** The file of what tests have said before. */
  journal: z.string(),
  /** The same for the same texts of all sources. */
  sources: z.string(),
  mutants: z.array(
    z.object({
      file: z.string(),
      mutatorName: z.string(),
      location: z.object({ start: position, end: position }),
      replacement: z.string(),
    }),
  ),
  /** The tests that judge changes of a file, by its path. */
  judges: z.record(z.string(), z.array(z.string())),
  /** Whether the compiler judges what no test notices. */
  types: z.boolean(),
});

export type Plan = z.infer<typeof planSchema>;

/** Names the file of the plan. */
export const PLAN_VARIABLE = 'RUSTWARD_MUTATION_PLAN';

export function loadPlan(): Plan {
  const path = process.env[PLAN_VARIABLE];
  if (path === undefined) throw new Error(`${PLAN_VARIABLE} is not set; run npm run test:mutate`);
  return planSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
