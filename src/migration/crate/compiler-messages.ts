import * as z from 'zod';

const spanSchema = z.object({
  file_name: z.string(),
  /** Offsets in bytes of the file's UTF-8. */
  byte_start: z.int().nonnegative(),
  byte_end: z.int().nonnegative(),
  line_start: z.int(),
  is_primary: z.boolean(),
  /** The lines of the span; from and to a column, counted from 1. */
  text: z.array(z.object({ text: z.string(), highlight_start: z.int(), highlight_end: z.int() })),
  suggested_replacement: z.string().nullable(),
  suggestion_applicability: z.string().nullable(),
});

const messageSchema = z.object({
  level: z.string(),
  message: z.string(),
  code: z.object({ code: z.string() }).nullable(),
  spans: z.array(spanSchema),
  children: z.array(z.object({ spans: z.array(spanSchema) })),
  rendered: z.string().nullable(),
});

const lineSchema = z.object({ reason: z.literal('compiler-message'), message: messageSchema });

/** What rustc or clippy says, as cargo hands it on. */
export type CompilerMessage = z.infer<typeof messageSchema>;

/** Reads what cargo prints with `--message-format=json`; lines that are something else are left out. */
export function parseCompilerMessages(output: string): CompilerMessage[] {
  return output.split('\n').flatMap((line) => {
    const parsed = lineSchema.safeParse(jsonOf(line));
    return parsed.success ? [parsed.data.message] : [];
  });
}

function jsonOf(line: string): unknown {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
