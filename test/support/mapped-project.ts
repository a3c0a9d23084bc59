import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type MappedSymbol, symbolFiles } from '../../src/migration/state/symbol-map.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const EQUAL: MappedSymbol['evidence'] = {
  ...{ kind: 'equal', cases: 100, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
  coverage: { lines: 1, coveredLines: 1, branches: 0, coveredBranches: 0 },
  milliseconds: 1,
};

/** A copy of a fixture with the map of what was carried over: paths in the crate by C names. */
export function mappedProject(
  folders: readonly string[],
  file: string,
  mapped: Readonly<Record<string, string>>,
  more: Readonly<Record<string, Partial<MappedSymbol>>> = {},
): string {
  const folder = temporaryFolder();
  for (const from of folders) cpSync(from, folder, { recursive: true });
  addToMap(folder, file, mapped, more);
  return folder;
}

/** Adds functions of a file to the map of a project. */
export function addToMap(
  folder: string,
  file: string,
  mapped: Readonly<Record<string, string>>,
  more: Readonly<Record<string, Partial<MappedSymbol>>> = {},
): void {
  const symbols = Object.entries(mapped).map(
    ([name, rust]): MappedSymbol => ({
      ...{ c_name: name, c_qname: name, c_file: file, start_line: 1, end_line: 2 },
      ...{ module: 'src/lib.rs', rust_symbol: rust, signature: '', evidence: EQUAL },
      ...{ remarks: [], updated_at: 'now' },
      ...more[name],
    }),
  );
  for (const [path, text] of Object.entries(symbolFiles(symbols))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
