import type { ClangFunction, ClangUnit } from '../../src/code/clang/unit.ts';

/** A function of a C project that a migration would carry over. */
export interface ProjectFunction {
  readonly unit: ClangUnit;
  readonly others: readonly ClangUnit[];
  readonly function: ClangFunction;
}

/** Programs around a library: what tries it, measures it or shows it. */
const AROUND =
  /(?:^|\/)(?:tests?|bench(?:mark)?s?|examples?|fuzz\w*)\/|(?:^|\/)(?:\w+[-_])?(?:tests?|bench(?:mark)?|fuzz|example)\d*\.[ch]$/i;

/** The functions of a project, each once, those of its tests and its `main` left out. */
export function projectFunctions(units: readonly ClangUnit[]): ProjectFunction[] {
  const seen = new Set<string>();
  return units.flatMap((unit) =>
    unit.functions.flatMap((f): ProjectFunction[] => {
      const key = `${f.range.file}:${f.range.startLine}`;
      if (f.name === 'main' || AROUND.test(f.range.file) || seen.has(key)) return [];
      seen.add(key);
      return [{ unit, others: units.filter((other) => other !== unit), function: f }];
    }),
  );
}
