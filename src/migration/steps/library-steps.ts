import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import { cDefinitionsOf, type ScannedC } from './c-definitions.ts';
import type { CFunctionSource, MigrationStep } from './step.ts';

/**
 * Steps whose prompts tell of the libraries: of the one that takes the place of the function itself, and of
 * those that take the place of what it calls.
 */
export function stepsWithLibraries(
  steps: readonly MigrationStep[],
  scan: ScannedC,
): MigrationStep[] {
  const libraryBacked = new Map(
    [...cDefinitionsOf(scan).values()]
      .filter(({ symbol }) => symbol.lib_replacement !== undefined)
      .map(({ id, symbol }) => [id, symbol]),
  );
  if (libraryBacked.size === 0) return [...steps];
  return steps.map(({ functions }) => ({
    functions: functions.map((one) => withLibraryNotes(one, libraryBacked)),
  }));
}

function withLibraryNotes(
  source: CFunctionSource,
  served: ReadonlyMap<string, CFunctionSymbol>,
): CFunctionSource {
  const own = served.get(source.name);
  const called = source.callees.flatMap((name) => served.get(name) ?? []);
  const all = [...(own === undefined ? [] : [own]), ...called];
  if (all.length === 0) return source;
  const texts = [
    ...(own === undefined ? [] : [ownText(own, source.callers !== '')]),
    ...called.map(calledText),
  ];
  const crates = all.flatMap((one) => one.lib_replacement?.crates ?? []);
  const context = [source.context, ...texts].filter((one) => one !== '').join('\n\n');
  return { ...source, context, crates, isLibraryBacked: own !== undefined };
}

function ownText(symbol: CFunctionSymbol, isCalled: boolean): string {
  const skip = isCalled
    ? '; or there is none for it (skip), where its callers had better use the library themselves'
    : '';
  return `/* ${symbol.name} is served by ${libraryText(symbol)}.
   In Rust it is a thin wrapper of that${skip}.
   What it called in C and is not shown here is not carried over. */`;
}

function calledText(symbol: CFunctionSymbol): string {
  return `/* ${symbol.name} is served by ${libraryText(symbol)}.
   Call its wrapper where the crate has one, else the library itself. */`;
}

function libraryText({ lib_replacement: by }: CFunctionSymbol): string {
  if (by === undefined) return '';
  const notes = by.notes.replaceAll(/\*\/|\s+/g, ' ').trim();
  const names = by.crates.map(({ name, version }) => `the crate ${name} ${version}`);
  const whose = names.length === 0 ? 'the standard library' : names.join(' and ');
  return `${whose} (${by.apis.join(', ')})${notes === '' ? '' : `: ${notes.replace(/\.$/, '')}`}`;
}
