import * as z from 'zod';
import { type Evidence, evidenceSchema } from '../../equivalence/evidence/evidence.ts';
import { type Mapping, mappingSchema } from '../../equivalence/pairing/mapping.ts';
import { ARTIFACTS, jsonText, loadArtifactFolder } from './artifact-folder.ts';
import { stepMethodSchema } from './step-method.ts';

/**
 * The folder of the map, below that of the artifacts. Each function has a file of its own, so that
 * changes of several functions go side by side without a conflict.
 */
const SYMBOL_MAP = 'symbol_map';

/** Where the map is, relative to the project's folder. */
export const SYMBOL_MAP_PATH = `${ARTIFACTS}/${SYMBOL_MAP}/`;

/** What became of a C function: a file of the map, which is committed with the Rust. */
export const mappedSymbolSchema = z.object({
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
  /** How the Rust stands for the C, as `parseMapping` takes it. */
  mapping: z.json().optional(),
  /** Why there is no Rust for it. */
  skipped: z.string().optional(),
  evidence: evidenceSchema,
  /**
   * Digests of the C that it was compared with, by file and name: the function, and what it uses of the project; `*` is all of
   * a file. Missing in what older versions wrote.
   */
  compared_c: z.record(z.string(), z.record(z.string(), z.string())).exactOptional(),
  /**
   * Digests of the Rust that was compared, by file of the crate and item: the function, and what it uses of the crate; `*` is all
   * of a file. Missing in what older versions wrote.
   */
  compared_rust: z.record(z.string(), z.record(z.string(), z.string())).exactOptional(),
  /** What the reviewer said and no repair has changed. */
  remarks: z.array(z.string()),
  /** Missing in what older versions wrote. */
  method: stepMethodSchema.exactOptional(),
  updated_at: z.string(),
});

export type MappedSymbol = z.infer<typeof mappedSymbolSchema>;

/** The migrated functions, in the order of their files and names. */
export function loadSymbolMap(project: string): MappedSymbol[] {
  return loadArtifactFolder(project, SYMBOL_MAP, mappedSymbolSchema);
}

/** The evidence of each migrated function, by the name that it has in the C. */
export function evidenceByFunction(project: string): Map<string, Evidence> {
  return new Map(loadSymbolMap(project).map(({ c_qname, evidence }) => [c_qname, evidence]));
}

/** How the Rust of a symbol stands for the C; undefined when what is stored cannot be used. */
export function mappingOf({ mapping }: MappedSymbol): Mapping | undefined {
  return mappingSchema.safeParse(mapping ?? {}).data;
}

/** The files of functions, by their paths relative to the project's folder. */
export function symbolFiles(symbols: readonly MappedSymbol[]): Record<string, string> {
  return Object.fromEntries(
    symbols.map((symbol) => [
      `${SYMBOL_MAP_PATH}${symbol.c_file}/${symbol.c_name}.json`,
      jsonText(symbol),
    ]),
  );
}
