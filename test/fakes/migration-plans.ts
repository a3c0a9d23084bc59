import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What `migration-reader.ts` says, for functions that a test names.

/** A function of a project, by its name; with a file before it, as in `b.c:init`, of that one. */
export interface NamedFunction {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly isMigrated?: boolean;
}

const EQUAL = {
  ...{ kind: 'equal', cases: 5000, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
  coverage: { lines: 2, coveredLines: 2, branches: 0, coveredBranches: 0, missedLines: [] },
  milliseconds: 1,
};

const idOf = (id: string) => {
  const [name = '', file = 'a.c'] = id.split(':').reverse();
  return { name, file };
};

export const RECORD = '.rustward/c2rust/symbol_map';

/** What a reader says of a function that went well: a file of its own, and its record. */
export function readyPlan(id: string, files: readonly object[] = []): object {
  const { name, file } = idOf(id);
  const carried = {
    ...{ name, c_file: file, start_line: 1, end_line: 2, c_text: `int ${name}(void) {}` },
    ...{ module: `src/${name}.rs`, rust_symbol: name, signature: `pub fn ${name}()` },
    ...{ rust_text: `pub fn ${name}() {}`, evidence: EQUAL, remarks: [] },
  };
  const effort = {
    ...{ restarts: 0, repairs: 0, calls: 1, unpriced: 0, input_tokens: 1, output_tokens: 1 },
    ...{ dollars: 0, seconds: 1 },
  };
  return {
    ...{ kind: 'ready', base: 'HEAD', crate: 'rust', functions: [{ name, file }] },
    files: [
      { path: `rust/src/${name}.rs`, content: `pub fn ${name}() {}\n` },
      { path: `${RECORD}/${file}/${name}.json`, content: '{}\n' },
      ...files,
    ],
    facts: {
      ...{ functions: [carried], items: [], tests: [], unsafe: [], dependencies: [], warnings: 0 },
      effort,
    },
  };
}

const SETUP = {
  ...{ kind: 'set-up', base: 'HEAD', crate: 'rust', functions: 1 },
  files: [
    { path: 'rust/Cargo.toml', content: '[package]\n' },
    { path: 'rust/src/lib.rs', content: '' },
    { path: '.rustward/c2rust/symbols.jsonl', content: '' },
  ],
};

/** Has the isolated worker of a folder know these functions, each of which goes well. */
export function knows(
  folder: string,
  functions: readonly NamedFunction[],
  paused: readonly string[] = [],
): void {
  survey(folder, functions, paused);
  says(folder, 'set-up', SETUP);
  for (const { name } of functions) says(folder, name, readyPlan(name));
}

/** Has the isolated worker of a folder say something. */
export function says(folder: string, name: string, value: unknown): void {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
}

/** Has the isolated worker of a folder list these functions. */
function survey(
  folder: string,
  functions: readonly NamedFunction[],
  paused: readonly string[],
): void {
  says(folder, 'survey', {
    ...{ head: 'HEAD', crate: 'rust', isLaidOut: 'IS_LAID_OUT', problems: [], paused },
    steps: functions.map(({ name: id, needs = [], isMigrated = false }) => [
      {
        ...{ id, ...idOf(id), start_line: 1, end_line: 2, signature: `int ${idOf(id).name}()` },
        needs: needs.map(idOf),
        ...(isMigrated ? { migrated: { rust: idOf(id).name, evidence: EQUAL } } : {}),
      },
    ]),
  });
}
