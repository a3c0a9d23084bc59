import { z } from 'zod';
import { filePathSchema, functionNameSchema } from './function-id.ts';

/** The name that findings have in comments: eight hexadecimal digits, see `findingKey`. */
export const findingKeySchema = z.string().regex(/^[0-9a-f]{8}$/);

/** Functions that one instruction can ask for. */
export const MAX_NEXT = 50;

/** The words of a person to the app, from the first line of a comment. */
export const instructionSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('review') }),
  z.object({ name: z.literal('pause') }),
  z.object({ name: z.literal('resume') }),
  z.object({ name: z.literal('help') }),
  z.object({ name: z.literal('explain'), finding: findingKeySchema }),
  z.object({ name: z.literal('fp'), finding: findingKeySchema, reason: z.string().max(500) }),
  z.object({ name: z.literal('accept'), finding: findingKeySchema, reason: z.string().max(500) }),
  z.object({ name: z.literal('reopen'), finding: findingKeySchema }),
  z.object({
    ...{ name: z.literal('fix'), finding: findingKeySchema },
    /** Whether it may take much away, which is asked about else. */
    approve: z.literal(true).optional(),
  }),
  z.object({
    name: z.literal('migrate'),
    function: functionNameSchema,
    /** The file that defines it, or the end of its path. */
    file: filePathSchema.optional(),
    /** Whether what it needs is migrated first, each on top of the other. */
    stack: z.boolean(),
  }),
  z.object({ name: z.literal('migrate-next'), count: z.int().min(1).max(MAX_NEXT) }),
  z.object({ name: z.literal('migrate-status') }),
  z.object({
    name: z.literal('migrate-retry'),
    function: functionNameSchema,
    file: filePathSchema.optional(),
  }),
  z.object({ name: z.literal('migrate-stop') }),
  /** The id of the comment that asked for what is to be approved. */
  z.object({ name: z.literal('approve'), job: z.int().positive() }),
  /** It was meant for us and makes no sense; the answer says why, in one sentence. */
  z.object({ name: z.literal('mistaken'), problem: z.string().max(1000) }),
]);

export type Instruction = z.infer<typeof instructionSchema>;
