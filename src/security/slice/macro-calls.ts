import type { SourceIndex } from './source-index.ts';

/** Lines that one definition of a macro is looked at for. */
const MAX_LINES = 40;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Macros that are made of macros that make a call. */
const MAX_ROUNDS = 3;

const HEAD = /^\s*#\s*define\s+([A-Za-z_]\w*)/;
const CALL = /\b([A-Za-z_]\w*)\s*\(/g;

/** The files that are looked at. */
type Sources = Pick<SourceIndex, 'files' | 'code'>;

const kept = new WeakMap<Sources, ReadonlyMap<string, ReadonlySet<string>>>();

/** The macros of the tree whose definitions call a function, themselves or by other macros. */
export function macrosCalling(name: string, index: Sources): ReadonlySet<string> {
  const callers = kept.get(index) ?? callersByName(index);
  kept.set(index, callers);
  const found = new Set(callers.get(name));
  for (let round = 1; round < MAX_ROUNDS; round += 1) {
    for (const macro of [...found]) for (const outer of callers.get(macro) ?? []) found.add(outer);
  }
  return found;
}

/** What each name is called by in definitions of macros. */
function callersByName(index: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of index.files) {
    const code = index.code(file);
    for (const [at, line] of code.entries()) {
      const macro = line.includes('define') ? HEAD.exec(line)?.[1] : undefined;
      if (macro === undefined) continue;
      for (const name of calledFrom(code, at)) {
        if (name !== macro) found.set(name, (found.get(name) ?? new Set()).add(macro));
      }
    }
  }
  return found;
}

/** The names that a definition calls which begins on a line. */
function calledFrom(code: readonly string[], start: number): string[] {
  const lines: string[] = [];
  for (let at = start; at < start + MAX_LINES; at += 1) {
    const line = code[at] ?? '';
    lines.push(line.slice(0, MAX_LINE));
    if (!line.trimEnd().endsWith('\\')) break;
  }
  return [...lines.join('\n').matchAll(CALL)].map(([, name = '']) => name);
}
