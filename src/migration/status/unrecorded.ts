import { type Crate, deliveredFunctions } from '../../code/rust/crate/crate.ts';
import { isSameName } from '../../equivalence/name-matching.ts';
import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import { isStub } from '../crate/unwritten.ts';
import type { MappedFunction } from './migration-records.ts';
import type { FunctionState } from './migration-state.ts';

/**
 * What there is to say of a function of which the crate has Rust, and the map no record: the record was deleted, or never
 * committed, and nothing tells what the Rust was compared with. Undefined where there is no such Rust.
 * @param records the folder of the map, relative to the project's
 * @param isConverted whether a run of this clone has migrated it
 * @param isGiven whether the crate was given with signatures, and perhaps with bodies, that no migration wrote
 */
export function unrecordedState(
  symbol: Pick<CFunctionSymbol, 'name' | 'file'>,
  crate: Crate,
  mapped: readonly Pick<MappedFunction, 'module' | 'rust_symbol'>[],
  {
    records,
    isConverted,
    isGiven,
  }: { readonly records: string; readonly isConverted: boolean; readonly isGiven: boolean },
): Pick<FunctionState, 'state' | 'reason' | 'evidence' | 'rust'> | undefined {
  if (isGiven && !isConverted) return undefined;
  const found = deliveredFunctions(crate).find(
    ({ file, fn }) =>
      isSameName(symbol.name, fn.name) &&
      !isStub(file.tree.textOf(fn.body).slice(1, -1)) &&
      !mapped.some((one) => one.module === file.path && one.rust_symbol.endsWith(fn.name)),
  );
  if (found === undefined && !isConverted) return undefined;
  const record = `${records}${symbol.file}/${symbol.name}.json`;
  const because = `there is no record of what was compared: ${record} is missing${found === undefined ? '' : `, and the crate has \`${found.fn.name}\` in ${found.file.path}`}`;
  return {
    state: 'stale',
    reason: because,
    evidence: { kind: 'not checked', because, remedy: 'again' },
    ...(found === undefined
      ? {}
      : {
          rust: {
            file: found.file.path,
            symbol: found.fn.name,
            signature: found.file.tree.textOf(found.fn.node).split('{', 1)[0]?.trim() ?? '',
          },
        }),
  };
}
