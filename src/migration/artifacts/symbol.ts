import { join } from 'node:path';
import * as z from 'zod';
import { findStateFolder } from '../../workspace/state/state-folder.ts';
import { loadJsonLines, loadScanArtifact } from './json-lines.ts';

/** What is found in the sources, whatever becomes of it. */
export const RAW_SYMBOLS_FILE = 'symbols_raw.jsonl';
/** What is to be migrated. */
export const SYMBOLS_FILE = 'symbols.jsonl';
/** What is left of it where libraries take the place of some of it. */
export const PRUNED_SYMBOLS_FILE = 'symbols_prune.jsonl';

const place = {
  /** Relative to the folder of the C sources. */
  file: z.string(),
  start_line: z.int().positive(),
  start_column: z.int().positive(),
  end_line: z.int().positive(),
  end_column: z.int().positive(),
  language: z.enum(['c', 'c++']),
  created_at: z.string(),
  updated_at: z.string(),
};

const libReplacementSchema = z.object({
  /** The crate that does the work, or `std`, and all that are used. */
  library: z.string(),
  libraries: z.array(z.string()),
  /** Crates to depend on, with the versions that were built. */
  crates: z.array(z.object({ name: z.string(), version: z.string() })),
  apis: z.array(z.string()),
  confidence: z.number(),
  notes: z.string(),
});

/** The library that serves a function, and all that it alone needed. */
export type LibReplacement = z.infer<typeof libReplacementSchema>;

const functionSchema = z.object({
  /** `FILE#NAME`. */
  id: z.string(),
  category: z.literal('function'),
  kind: z.literal('function'),
  name: z.string(),
  qualified_name: z.string(),
  signature: z.string(),
  return_type: z.string(),
  params: z.array(z.object({ name: z.string(), type: z.string() })),
  is_static: z.boolean(),
  /** What the body names, as it stands there. */
  ref: z.object({
    functions: z.array(z.string()),
    address_taken: z.array(z.string()),
    types: z.array(z.string()),
    globals: z.array(z.string()),
    macros: z.array(z.string()),
    /** Whether it calls through a pointer, which may lead anywhere. */
    unresolved_calls: z.boolean(),
  }),
  /** Functions of the project that it calls, by id. */
  calls: z.array(z.string()),
  /** Those whose address it takes, or that a table it uses holds, by id. */
  may_call: z.array(z.string()),
  /** Then it needs nothing of the project, and `ref.functions` holds `lib::NAME`. */
  lib_replacement: libReplacementSchema.optional(),
  ...place,
});

const typeSchema = z.object({
  id: z.string(),
  category: z.literal('type'),
  kind: z.enum(['struct', 'union', 'enum', 'typedef']),
  name: z.string(),
  qualified_name: z.string(),
  /** Of a typedef. */
  underlying_type: z.string().optional(),
  ref: z.object({ types: z.array(z.string()) }),
  ...place,
});

export const symbolSchema = z.discriminatedUnion('category', [functionSchema, typeSchema]);

/** A function or a type of the C sources. */
export type CSymbol = z.infer<typeof symbolSchema>;
export type CFunctionSymbol = z.infer<typeof functionSchema>;
export type CTypeSymbol = z.infer<typeof typeSchema>;

export function functionsOf(symbols: readonly CSymbol[]): CFunctionSymbol[] {
  return symbols.filter((one) => one.category === 'function');
}

/**
 * The symbols that a scan has found to migrate.
 * @param root the folder that holds `.rustward`
 * @throws UsageError when there was no scan, or its artifact is damaged
 */
export function loadSymbols(root: string): CSymbol[] {
  return loadScanArtifact(root, SYMBOLS_FILE, symbolSchema);
}

/** What is left to migrate where libraries replace some of it; undefined where none does. */
export function loadPrunedSymbols(root: string): CSymbol[] | undefined {
  const folder = findStateFolder(root, 'c2rust');
  if (folder === undefined) return undefined;
  return loadJsonLines(join(folder, PRUNED_SYMBOLS_FILE), symbolSchema);
}
