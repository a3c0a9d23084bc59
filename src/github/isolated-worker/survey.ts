import * as z from 'zod';
import { evidenceSchema } from '../../equivalence/evidence/evidence.ts';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema, functionIdSchema, functionNameSchema } from '../commands/function-id.ts';

/** A C function of the project, and how far a commit has it. */
const surveyedFunctionSchema = z.strictObject({
  /** What the records of the migration call it: its name, with the file before it where it must. */
  id: z.string().min(1).max(600),
  name: functionNameSchema,
  file: filePathSchema,
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  signature: z.string().max(4000),
  /** Functions of the project that it calls or takes the address of; not those of its own step. */
  needs: z.array(functionIdSchema).max(2000),
  /** Set once it is in the symbol map. */
  migrated: z
    .strictObject({
      /** The path within the crate; empty where no Rust is needed. */
      rust: z.string().max(400),
      evidence: evidenceSchema,
    })
    .optional(),
});

export type SurveyedFunction = z.infer<typeof surveyedFunctionSchema>;

/** What a scan of a commit says of its migration. No model was asked for it. */
export const surveySchema = z.strictObject({
  /** The commit. */
  head: shaSchema,
  /** The folder of the crate, and whether the commit has it, laid out. */
  crate: filePathSchema,
  isLaidOut: z.boolean(),
  /** In the order of the migration, callees first: one function each, or a cycle. */
  steps: z.array(z.array(surveyedFunctionSchema).min(1).max(200)).max(50_000),
  /** What could not be read, one line each. */
  problems: z.array(z.string().max(2000)).max(200),
  /** Why nothing may be begun: gates that fail, one sentence each. */
  paused: z.array(z.string().max(1000)).max(10).optional(),
});

export type Survey = z.infer<typeof surveySchema>;
