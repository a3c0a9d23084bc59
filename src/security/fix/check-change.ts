import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReportedCandidate } from '../report/report.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { SourceIndex } from '../slice/source-index.ts';
import type { BuildCommands } from './build-commands.ts';
import { problemAfter } from './check-findings.ts';
import { type CheckedTree, checkTree } from './check-tree.ts';
import { type Check, FIX_LIMITS, type FixPlan } from './fix-plan.ts';
import { impactOf } from './impact.ts';
import type { ChangedText } from './line-counts.ts';
import { lintFiles } from './lint-files.ts';
import { oneHunk } from './one-hunk.ts';

/** The attempt to fix one finding, in a copy of its tree. */
export interface FixAttempt {
  readonly root: string;
  readonly tree: string;
  readonly finding: ReportedCandidate;
  /** The finding as the scan sees it now. */
  readonly present: Candidate;
  readonly files: readonly string[];
  readonly before: ScanOutcome;
  readonly commands: BuildCommands;
  /** How the tree builds without any change. */
  readonly usual: CheckedTree;
}

interface CheckDeps {
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  readonly scan: (folder: string) => Promise<ScanOutcome>;
  readonly signal: AbortSignal;
}

/** Builds, tests and scans what has become of the copy. */
export async function checkChange(
  { root, tree, present, files, before, commands, usual }: FixAttempt,
  explanation: string,
  deps: CheckDeps,
): Promise<{ readonly plan: FixPlan } | { readonly problem: string }> {
  const changed = files.flatMap((path): ChangedText[] => {
    const [old, content] = [root, tree].map((folder) => readFileSync(join(folder, path), 'utf8'));
    return old === content || old === undefined || content === undefined
      ? []
      : [{ path, old, content }];
  });
  const [first] = changed;
  if (first === undefined) return { problem: 'Nothing was changed.' };
  if (
    changed.length > FIX_LIMITS.files ||
    changed.some(({ content }) => content.length > FIX_LIMITS.bytes)
  ) {
    return { problem: `More than ${FIX_LIMITS.files} files were changed, or a file is too long.` };
  }
  const after = await deps.scan(tree);
  const problem = problemAfter(present, before.candidates, after.candidates);
  if (problem !== undefined) return { problem };
  const checked = await checkTree(tree, commands, deps.sandbox, deps.signal);
  const [built, tested] = [
    relativeToUnchanged(checked.built, usual.built),
    relativeToUnchanged(checked.tested, usual.tested),
  ];
  const failed = [built, tested].find(({ state }) => state === 'failed');
  if (failed !== undefined) return { problem: `${failed.detail}\n${checked.output}` };
  const [was, is] = [
    new SourceIndex({ ...before, root }, deps.grammars),
    new SourceIndex({ ...after, root: tree }, deps.grammars),
  ];
  const linted = await lintFiles(
    changed.map(({ path }) => path),
    was,
    is,
    deps,
  );
  if (linted?.check.state === 'failed') {
    return { problem: `${linted.check.detail}\n${linted.output}` };
  }
  const hunk = changed.length === 1 ? oneHunk(first.path, first.old, first.content) : undefined;
  return {
    plan: {
      ...{ kind: 'fixed', explanation, built, tested },
      ...(linted === undefined ? {} : { linted: linted.check }),
      impact: impactOf({ changed, before: was, after: is, tested }),
      files: changed.map(({ path, content }) => ({ path, content })),
      ...(hunk === undefined ? {} : { hunk }),
    },
  };
}

/** What failed before the change as well says nothing about it. */
function relativeToUnchanged(check: Check, usual: Check): Check {
  if (check.state !== 'failed' || usual.state === 'passed') return check;
  return {
    state: 'not run',
    detail: `${check.detail}; it does so without the change, too`.slice(0, 500),
  };
}
