import * as z from 'zod';

/**
 * A list that says something about each of the candidates 1 to `count`, exactly once.
 * @param split makes the entries that one entry stands for
 */
export function eachOnce<T extends { readonly gid: number }>(
  schema: z.ZodType<T>,
  count: number,
  split: (entry: unknown) => readonly unknown[] = (entry) => [entry],
): z.ZodType<T[]> {
  const entries = z.array(z.unknown()).transform((list) => list.flatMap(split));
  return entries.pipe(z.array(schema)).superRefine((items, context) => {
    for (let number = 1; number <= count; number += 1) {
      const times = items.filter(({ gid }) => gid === number).length;
      if (times === 1) continue;
      const message = `candidate ${number} is judged ${times === 0 ? 'nowhere' : 'more than once'}`;
      context.addIssue({ code: 'custom', message });
    }
  });
}
