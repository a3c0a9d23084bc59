import * as z from 'zod';

const linePieceSchema = z.object({
  start_line: z.int().positive(),
  /** Before the first one where lines are only put in front of it. */
  end_line: z.int().nonnegative(),
  /** Empty where lines are only taken away. */
  replacement: z.string(),
});

export type LinePiece = z.infer<typeof linePieceSchema>;

/** Lines of a candidate's file, and what can stand in their place so that the defect is gone. */
export const lineFixSchema = z.object({
  /** What it does, as an instruction of a few words. */
  title: z.string(),
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  /** Without the line break at the end. */
  replacement: z.string(),
  /** The same in its pieces, where there are lines between them that stay. */
  pieces: z.array(linePieceSchema).exactOptional(),
});

export type LineFix = z.infer<typeof lineFixSchema>;
