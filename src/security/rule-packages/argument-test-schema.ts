import * as z from 'zod';
import type { ArgumentTest } from '../../rules/declared/argument-test.ts';
import { nullWord } from './null-word.ts';

const EXPECTED =
  'must be untrusted, literal, not_literal or null, or have one of equal, below and above with a value';

/** What a file of rules says that an argument has to be. */
export const argumentTestSchema: z.ZodType<ArgumentTest> = z.union(
  [
    z.enum(['untrusted', 'literal', 'not_literal', 'null'], EXPECTED).meta({
      description:
        'untrusted: from outside of the program; literal and not_literal: whether the program itself fixes it; null: it may be null',
    }),
    nullWord,
    z.strictObject({ equal: z.union([z.number(), z.string()]) }),
    z.strictObject({ below: z.number() }),
    z.strictObject({ above: z.number() }),
  ],
  EXPECTED,
);
