import * as z from 'zod';

/** Lines of a candidate's file, and what can stand in their place so that the defect is gone. */
export const lineFixSchema = z.object({
  /** What it does, as an instruction of a few words. */
  title: z.string(),
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  /** Without the line break at the end. */
  replacement: z.string(),
});

export type LineFix = z.infer<typeof lineFixSchema>;
