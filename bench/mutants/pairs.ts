import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { mappingSchema } from '../../src/equivalence/pairing/mapping.ts';

/** The folders of the C project and of the crate that it became. */
export const C_PROJECT = join(import.meta.dirname, 'c');
export const CRATE = join(import.meta.dirname, 'rust');

const pairSchema = z.strictObject({
  /** A file of the C project, and a function that it defines. */
  c: z.string().endsWith('.c'),
  name: z.string(),
  /** The function or method that it became: `module::function`, `module::Type::method`. */
  rust: z.string().regex(/^\w+(?:::\w+){1,2}$/),
  mapping: mappingSchema.optional(),
});

const sameMeaningSchema = z.strictObject({
  rust: z.string(),
  operator: z.string(),
  /** The changed lines, with blanks in the place of line ends. */
  after: z.string(),
  /** Why no input that the C is defined for can tell it from the original. */
  because: z.string().min(20),
});

/** A C function and the Rust function that it became. */
export type Pair = z.infer<typeof pairSchema>;

/** A change that breaks nothing, and why. */
export type SameMeaning = z.infer<typeof sameMeaningSchema>;

/** The pairs of this folder, each C function once. */
export function readPairs(): readonly Pair[] {
  return z.array(pairSchema).parse(data('pairs.json'));
}

/** What is known to mean the same as the original. */
export function readSameMeaning(): readonly SameMeaning[] {
  return z.array(sameMeaningSchema).parse(data('same-meaning.json'));
}

/** The file of a pair's Rust function in the crate, and its name within that file. */
export function rustPlace({ rust }: Pair): { file: string; name: string } {
  const [module = '', ...name] = rust.split('::');
  return { file: join('src', `${module}.rs`), name: name.join('::') };
}

function data(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
