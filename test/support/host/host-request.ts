import * as z from 'zod';

/** What a command host is to run: a line of JSON. */
export const requestSchema = z.object({
  program: z.enum(['rustward', 'action']),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  folder: z.string(),
});

export type HostRequest = z.infer<typeof requestSchema>;

/** What it says of that: text of one of the streams, and at last the status. */
export const answerSchema = z.union([
  z.object({ stdout: z.string() }),
  z.object({ stderr: z.string() }),
  /** After the last one of a host. */
  z.object({ status: z.number(), ends: z.boolean() }),
]);

export type HostAnswer = z.infer<typeof answerSchema>;
