import * as z from 'zod';

/** A list of which one may be written alone. */
export function oneOrMore<T>(item: z.ZodType<T>) {
  return z
    .union([item, z.array(item).min(1)], 'it does not have the expected form')
    .transform((value): T[] => (Array.isArray(value) ? value : [value]));
}
