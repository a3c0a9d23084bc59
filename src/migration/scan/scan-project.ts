import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { IncompleteError, UsageError } from '../../errors.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';
import { sourceFolder } from '../artifacts/config.ts';
import { loadJsonLines, writeJsonLines } from '../artifacts/json-lines.ts';
import { ORDER_FILE, type OrderStep } from '../artifacts/order.ts';
import {
  type CFunctionSymbol,
  type CSymbol,
  RAW_SYMBOLS_FILE,
  SYMBOLS_FILE,
  symbolSchema,
} from '../artifacts/symbol.ts';
import { type NamedGraph, writeGraphs } from '../diagrams/write-graphs.ts';
import { collectSymbols } from './collect-symbols.ts';
import { MigrationOrder } from './migration-order.ts';
import { BUILD_PROBLEM, type ScanAsBuiltOptions, scanAsBuilt } from './scan-as-built.ts';
import type { ScannedUnits } from './scan-units.ts';
import { selectSymbols } from './select-symbols.ts';

export interface ScanProjectOptions extends ScanAsBuiltOptions {
  /** The time of the scan, for what is new in it. */
  readonly now: Date;
  /** Whether call graphs are drawn, as they are when missing: not where the folder is thrown away. */
  readonly pictures?: boolean;
}

/** What a scan has found, and written. */
export interface ScannedProject extends ScannedUnits {
  /** Of the artifacts. */
  readonly folder: string;
  readonly rawSymbols: readonly CSymbol[];
  /** What is to be migrated. */
  readonly symbols: readonly CSymbol[];
  readonly steps: readonly OrderStep[];
  readonly roots: readonly CFunctionSymbol[];
  /** Graphs that are too large for a picture. */
  readonly undrawn: readonly string[];
  /** C++ files, which are left alone. */
  readonly leftOut: readonly string[];
}

const C = ['.c'];
const CPP = ['.cc', '.cpp', '.cxx'];

/**
 * Finds the functions and types of a project's C files, who calls whom, and the order in which to
 * migrate them, and writes all of it below `.rustward/c2rust`. What an earlier scan has found, and
 * what is the same now, keeps its times: the same sources give the same bytes.
 * @param root the real path of the project's folder
 * @throws UsageError when there is no C file, or a root that no function has
 * @throws IncompleteError when there is no clang, or no file compiles; earlier artifacts are left as
 *   they were
 */
export async function scanProject(
  root: string,
  options: ScanProjectOptions,
): Promise<ScannedProject> {
  const sources = sourceFolder(root, options.config);
  const files = listFiles(sources, C);
  if (files.length === 0) throw new UsageError(`there is no C file in ${sources}`);
  const scanned = await scanAsBuilt(root, sources, files, options);
  if (scanned.units.length === 0) throw new IncompleteError(failure(scanned, files.length));
  const folder = openStateFolder(root, 'c2rust');
  const rawPath = join(folder, RAW_SYMBOLS_FILE);
  const found = collectSymbols(scanned.units, options.now.toISOString());
  const rawSymbols = withEarlierTimes(found, earlierSymbols(rawPath));
  const symbols = selectSymbols(rawSymbols, options.config.root_symbols);
  const order = new MigrationOrder(symbols);
  const steps = order.steps();
  const roots = order.roots();
  writeJsonLines(rawPath, rawSymbols);
  writeJsonLines(join(folder, SYMBOLS_FILE), symbols);
  writeJsonLines(join(folder, ORDER_FILE), steps);
  const whole = { name: 'all', title: `${order.functions.length} functions` };
  const undrawn = await writeGraphs(
    folder,
    { ...whole, functions: order.functions },
    rootGraphs(roots, order),
    { isDrawn: options.pictures ?? true },
  );
  const leftOut = listFiles(sources, CPP);
  return { ...scanned, folder, rawSymbols, symbols, steps, roots, undrawn, leftOut };
}

/** Libraries have thousands of roots: that many files would be more than the C. */
export const MAX_ROOT_GRAPHS = 40;

/** What each root reaches; where there are many, those that reach most, in the order of the roots. */
function rootGraphs(roots: readonly CFunctionSymbol[], order: MigrationOrder): NamedGraph[] {
  const graphs = roots.map((symbol) => {
    const functions = order.reachable([symbol.id]);
    const title = `${symbol.name} (${symbol.file}): ${functions.length} functions`;
    return { name: symbol.name, title, functions };
  });
  const largest = graphs.toSorted((a, b) => b.functions.length - a.functions.length);
  const kept = new Set(largest.slice(0, MAX_ROOT_GRAPHS));
  return graphs.filter((graph) => kept.has(graph));
}

function listFiles(folder: string, extensions: readonly string[]): string[] {
  return findSourceFiles(folder, { extensions }).files.map(({ path }) => path);
}

function failure({ problems }: ScannedUnits, count: number): string {
  const [first] = problems;
  const build = problems.find(({ file }) => file === BUILD_PROBLEM);
  const more = build === undefined || build === first ? '' : `; ${build.message}`;
  return `none of ${count} C files could be read; ${first?.file}: ${first?.message}${more}`;
}

function earlierSymbols(path: string): readonly CSymbol[] {
  try {
    return loadJsonLines(path, symbolSchema) ?? [];
  } catch (thrown) {
    // It is about to be replaced whole.
    if (thrown instanceof UsageError) return [];
    throw thrown;
  }
}

function withEarlierTimes(symbols: readonly CSymbol[], earlier: readonly CSymbol[]): CSymbol[] {
  const before = new Map(earlier.map((symbol) => [symbol.id, symbol]));
  return symbols.map((symbol) => {
    const old = before.get(symbol.id);
    if (old === undefined) return symbol;
    const { created_at, updated_at } = old;
    const same = { ...symbol, created_at, updated_at };
    return isDeepStrictEqual(same, old) ? same : { ...symbol, created_at };
  });
}
