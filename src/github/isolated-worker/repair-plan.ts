import * as z from 'zod';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema } from '../commands/function-id.ts';
import { PLAN_CAPS } from './migration-plan.ts';

const reason = z.string().min(1).max(4000);

/** What the isolated worker proposes about a failure of CI: plain data, which is checked before it is written. */
export const repairPlanSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('repaired'),
    /** The commit that was read, and that the files go on top of. */
    base: shaSchema,
    /** The folder of the crate, relative to the repository. */
    crate: filePathSchema,
    files: z
      .array(
        z.strictObject({
          path: filePathSchema,
          content: z.string().max(PLAN_CAPS.fileBytes).nullable(),
        }),
      )
      .min(1)
      .max(PLAN_CAPS.files),
  }),
  /** An agent tried, and nothing that holds came of it. */
  z.strictObject({ kind: z.literal('given up'), reason }),
  /** A tool or a model is missing, or its limit is reached. */
  z.strictObject({ kind: z.literal('not tried'), reason }),
]);

export type RepairPlan = z.infer<typeof repairPlanSchema>;
export type ReadyRepairPlan = Extract<RepairPlan, { kind: 'repaired' }>;
