import type { CTypeSource } from '../steps/c-types.ts';
import type { CFunctionSource } from '../steps/step.ts';

/** Types as C has them, and below them the macros that they name. */
export function typesText(types: readonly CTypeSource[]): string {
  const texts = types.map(({ file, startLine, text }) => `/* ${file}:${startLine} */\n${text}`);
  return [...texts, ...new Set(types.flatMap(({ macros }) => macros))].join('\n\n');
}

/** Functions that use types: what these have to hold is seen from them. */
export function functionsText(functions: readonly CFunctionSource[]): string {
  return functions
    .map(({ file, startLine, text }) => `/* ${file}:${startLine} */\n${text}`)
    .join('\n\n');
}

/** The files of a crate, and the functions that go into each. */
export function modulesText(moduleFiles: Iterable<readonly [string, string]>): string {
  const files = Map.groupBy(moduleFiles, ([, file]) => file);
  return [...files]
    .map(([file, entries]) => `${file}: ${entries.map(([name]) => name).join(', ')}`)
    .join('\n');
}
