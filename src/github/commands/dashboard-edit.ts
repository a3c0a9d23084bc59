import * as z from 'zod';
import { functionIdSchema } from './function-id.ts';

const keys = z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(1000);

/** What a person did to the boxes of a dashboard, as GitHub told it. */
export const dashboardEditSchema = z.strictObject({
  /** The issue. */
  number: z.int().positive(),
  user: z.object({ id: z.int().positive(), login: z.string().min(1).max(100) }),
  ticked: keys,
  emptied: keys,
});

export type DashboardEdit = z.infer<typeof dashboardEditSchema>;

/** What became of a function: it is being worked on, waits for room, or came to its end. */
export const dashboardNewsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal(['begun', 'put off']), function: functionIdSchema }),
  z.strictObject({
    kind: z.literal('ended'),
    function: functionIdSchema,
    /** Why it came to nothing; missing where there is a pull request to look at. */
    reason: z.string().max(4000).optional(),
  }),
]);

export type DashboardNews = z.infer<typeof dashboardNewsSchema>;
