import { removeImports } from '../../code/rust/items/remove-imports.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';
import type { Diagnostic } from '../crate/diagnostics.ts';
import { crateItems } from '../crate/item-changes.ts';
import { modulePath } from '../crate/module-plan.ts';
import { warningKeys } from './known-warnings.ts';

/** What a crate came to in the compiler and its tests. */
export type BuildAndTestResult = { readonly files: CrateFiles } & (
  | { readonly kind: 'good' }
  | { readonly kind: 'compile' | 'test'; readonly problem: string }
);

export interface BuildAndTestDeps {
  readonly cargo: Cargo;
  readonly parser: SourceParser;
  /** Warnings of the crate before the step: they are not its fault. */
  readonly knownWarnings: ReadonlySet<string>;
  /** Names of the functions that are written: those that call them may not be there yet. */
  readonly plannedNames: readonly string[];
  /** Whether other functions of the C are still to come: what a type holds may be for them. */
  readonly awaitsOthers: boolean;
  /** Whether the fixes that the compiler applied may stay. */
  readonly isAllowed: (files: CrateFiles) => boolean;
}

/**
 * Formats a crate, has the compiler fix what it can, builds it and runs its unit tests. Warnings
 * count as errors; so do tests that did not run.
 */
export async function buildAndTest(
  written: CrateFiles,
  deps: BuildAndTestDeps,
): Promise<BuildAndTestResult> {
  const { cargo, parser } = deps;
  let { files, diagnostics, problem } = await cargo.diagnose(await cargo.format(written));
  const isNew = (one: Diagnostic) => !warningKeys(one).every((key) => deps.knownWarnings.has(key));
  if (diagnostics.some((one) => one.isFixable && isNew(one))) {
    const fixed = await cargo.format(await cargo.applyFixes(files));
    if (deps.isAllowed(fixed)) ({ files, diagnostics, problem } = await cargo.diagnose(fixed));
  }
  const imported = withoutUnusedImports(files, diagnostics.filter(isNew), parser);
  if (imported !== files && diagnostics.every(({ kind }) => kind === 'warning')) {
    const rest = await cargo.format(imported);
    const again = deps.isAllowed(rest) ? await cargo.diagnose(rest) : undefined;
    // What only the tests use is reported as unused as well.
    const isGood = again?.diagnostics.every(({ kind }) => kind === 'warning') ?? false;
    if (isGood && again !== undefined && again.problem === undefined) {
      ({ files, diagnostics, problem } = again);
    }
  }
  const isAwaited = diagnostics.some((one) => isUnused(one, deps.plannedNames));
  const bad = diagnostics.filter(
    (one) =>
      countsAsProblem(one) &&
      isNew(one) &&
      // With a function that nothing calls yet, all that it alone needs is unused.
      !(isAwaited && one.code === 'dead_code') &&
      !(deps.awaitsOthers && isUnusedPart(one)),
  );
  if (problem !== undefined) return { kind: 'compile', files, problem };
  if (bad.length > 0) return { kind: 'compile', files, problem: diagnosticsText(bad) };
  const tested = await cargo.test(files, 'lib');
  if (tested.kind === 'not built') {
    const text = diagnosticsText(tested.diagnostics.filter(countsAsProblem)) || tested.said;
    return { kind: 'compile', files, problem: text };
  }
  const { run, ended, said } = tested;
  if (run.failed.length > 0) {
    const failures = run.failed.map(({ name, output }) => `test_failure: ${name}\n${output}`);
    return { kind: 'test', files, problem: failures.join('\n\n') };
  }
  if (!ended)
    return { kind: 'test', files, problem: `test_failure: the tests did not end.\n${said}` };
  const expected = testNames(parser, files);
  const missing = expected.filter((name) => !run.passed.includes(name));
  if (missing.length === 0) return { kind: 'good', files };
  return {
    kind: 'test',
    files,
    problem: `test_failure: these tests did not run: ${missing.join(', ')}`,
  };
}

/**
 * The compiler suggests nothing for the import of a trait that is not used, where a method with the name of one of its own
 * is called.
 */
function withoutUnusedImports(
  files: CrateFiles,
  diagnostics: readonly Diagnostic[],
  parser: SourceParser,
): CrateFiles {
  const byFile = Map.groupBy(
    diagnostics.filter(({ unusedImports }) => unusedImports.length > 0),
    ({ file }) => file,
  );
  const changed = [...byFile].flatMap(([file, all]) => {
    const text = files.get(file);
    const spans = all.flatMap(({ unusedImports }) => unusedImports);
    return text === undefined ? [] : [[file, removeImports(parser, text, spans)] as const];
  });
  return changed.length === 0 ? files : withFiles(files, Object.fromEntries(changed));
}

/** What clippy says beyond the compiler is a matter of style: it is fixed where the fix is sure. */
function countsAsProblem({ kind, code }: Diagnostic): boolean {
  return kind !== 'warning' || !code.startsWith('clippy::');
}

function isUnused({ code, unused }: Diagnostic, names: readonly string[]): boolean {
  return code === 'dead_code' && names.some((name) => unused.includes(name));
}

/** A field that no function reads yet, or a variant that none makes. */
function isUnusedPart({ code, message }: Diagnostic): boolean {
  return code === 'dead_code' && /\bnever (?:read|constructed)\b/.test(message);
}

function diagnosticsText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ kind, rendered }) => `${kind}: ${rendered.trim()}`).join('\n\n');
}

/** The names of the unit tests of a crate, as cargo prints them. */
function testNames(parser: SourceParser, files: CrateFiles): string[] {
  return [...crateItems(parser, files).values()]
    .filter(
      ({ item }) =>
        item.body !== undefined && item.attributes.some((one) => /^#\[\s*test\s*\]$/.test(one)),
    )
    .map(({ file, path }) => {
      const inFile = path
        .split(' > ')
        .map((key) => key.replace(/^\w+ /, ''))
        .join('::');
      return [...modulePath(file), inFile].join('::');
    });
}
