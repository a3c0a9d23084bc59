import * as z from 'zod';
import { evidenceSchema } from '../../equivalence/evidence.ts';
import { readArtifactLines } from './artifact-folder.ts';

export const SYMBOL_MAP = 'symbol_map.jsonl';

/** What became of a C function: one line of the map, which is committed with the Rust. */
const mappedSymbolSchema = z.object({
  c_name: z.string(),
  c_qname: z.string(),
  /** Relative to the project's folder. */
  c_file: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  /** The file of its module, below the crate; empty where there is no Rust for it. */
  module: z.string(),
  /** The path within the crate; empty where there is no Rust for it. */
  rust_symbol: z.string(),
  signature: z.string(),
  /** How the Rust stands for the C, as `readMapping` takes it. */
  mapping: z.json().optional(),
  /** Why there is no Rust for it. */
  skipped: z.string().optional(),
  evidence: evidenceSchema,
  /** What the reviewer said and nobody mended. */
  remarks: z.array(z.string()),
  updated_at: z.string(),
});

export type MappedSymbol = z.infer<typeof mappedSymbolSchema>;

/** What has been carried over, in the order in which it was. */
export function readSymbolMap(project: string): MappedSymbol[] {
  return readArtifactLines(project, SYMBOL_MAP, mappedSymbolSchema);
}

/** The text of a map; a function that is in it twice keeps its last line, in the first's place. */
export function symbolMapText(symbols: readonly MappedSymbol[]): string {
  const byName = new Map<string, MappedSymbol>();
  for (const symbol of symbols) byName.set(`${symbol.c_file} ${symbol.c_name}`, symbol);
  return [...byName.values()].map((symbol) => `${JSON.stringify(symbol)}\n`).join('');
}
