import type * as z from 'zod';

/** The value of one line of a JSONL file; undefined for a line that does not fit the schema. */
export function parseJsonLine<Schema extends z.ZodType>(
  line: string,
  schema: Schema,
): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
