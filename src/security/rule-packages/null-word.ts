import * as z from 'zod';

/** The word `null` where it has no quotes: YAML takes it for no value. */
export const nullWord = z.null().transform(() => 'null' as const);
