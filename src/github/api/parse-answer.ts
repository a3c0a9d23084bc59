import type { z } from 'zod';
import { IncompleteError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';

/**
 * The part of an answer of GitHub that is used.
 * @throws IncompleteError when the answer has another form, so that the job is tried again
 */
export function parseAnswer<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> {
  const { success, data: parsed, error } = schema.safeParse(data);
  if (success) return parsed;
  throw new IncompleteError(
    `GitHub answered in a form that is not expected: ${formatZodError(error)}`,
  );
}
