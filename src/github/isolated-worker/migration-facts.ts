import * as z from 'zod';
import { evidenceSchema } from '../../equivalence/evidence/evidence.ts';
import { filePathSchema, functionIdSchema, functionNameSchema } from '../commands/function-id.ts';

const count = z.int().nonnegative();
const text = z.string().max(200_000);

/** A function that is called, or calls. */
const neighbourSchema = functionIdSchema.extend({ isMigrated: z.boolean() });

/** A C function, and what it has become. Paths are relative to the repository, lines count from 1. */
const migratedFunctionSchema = z.strictObject({
  name: functionNameSchema,
  c_file: filePathSchema,
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  c_text: text,
  /** The file with the Rust; empty where there is none. */
  module: z.string().max(400),
  /** The path within the crate, such as `path::Component::next`; empty where there is none. */
  rust_symbol: z.string().max(400),
  signature: z.string().max(4000),
  /** The Rust function, or what there is of it. */
  rust_text: text,
  /** Why there is no Rust for it. */
  skipped: z.string().max(4000).optional(),
  evidence: evidenceSchema,
  /** What each C parameter has become, and why; names stand between back-ticks in `why`. */
  decisions: z
    .array(
      z.strictObject({
        c: z.string().max(400),
        rust: z.string().max(400),
        why: z.string().max(2000),
      }),
    )
    .max(60)
    .optional(),
  /** Functions of the project that it calls, and that call it. */
  callees: z.array(neighbourSchema).max(500).optional(),
  callers: z.array(neighbourSchema).max(500).optional(),
  /** What the reviewer said and no later attempt repaired. */
  remarks: z.array(z.string().max(4000)).max(50),
});

export type MigratedFunction = z.infer<typeof migratedFunctionSchema>;

/** Findings of the scan for security defects in the crate. */
const findingsSchema = z.strictObject({ high: count, other: count });

/**
 * What a person needs to decide about a change: evidence of the isolated worker, as plain data. It comes from a
 * process that read untrusted text, so every text in it is one to quote, and none to follow.
 */
export const migrationFactsSchema = z.strictObject({
  /** One, or those of a cycle that call each other. */
  functions: z.array(migratedFunctionSchema).min(1).max(50),
  /** Rust items that came beside the functions, such as `struct Header`. */
  items: z.array(z.string().max(400)).max(200),
  /** Tests that came, by their names. */
  tests: z.array(z.string().max(400)).max(500),
  /** Code of the change that is unsafe, each with the reason that its comment gives. */
  unsafe: z
    .array(z.strictObject({ file: z.string().max(400), line: count, reason: z.string().max(2000) }))
    .max(200),
  /** Crates that the change begins to use. */
  dependencies: z.array(z.string().max(200)).max(50),
  /** Warnings of the compiler and of clippy in the whole crate. */
  warnings: count,
  /** Tests of the whole crate that ran; all of them passed. */
  tests_run: count.optional(),
  /** Of the whole crate; missing where it was not scanned. */
  security: z.strictObject({ before: findingsSchema, after: findingsSchema }).optional(),
  /** What it took. */
  effort: z.strictObject({
    restarts: count,
    repairs: count,
    calls: count,
    /** The models that were asked; none where a recording answered. */
    models: z.array(z.string().max(200)).max(20).optional(),
    /** Whether the answers came from a recording. */
    replayed: z.boolean().optional(),
    /** Calls of models whose price is not configured. */
    unpriced: count,
    input_tokens: count,
    output_tokens: count,
    dollars: z.number().nonnegative(),
    seconds: z.number().nonnegative(),
  }),
});

export type MigrationFacts = z.infer<typeof migrationFactsSchema>;
