import * as z from 'zod';
import type { AgentDeps } from '../../agent/agent.ts';
import type { AgentLimits } from '../../agent/agent-budget.ts';
import { editFile } from '../../agent/tools/edit-tools.ts';
import { codeReadingTools } from '../../agent/tools/tool-sets.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import { ignorePatternOf } from '../../workspace/files/ignore-pattern.ts';
import { withTreeCopy } from '../../workspace/files/tree-copy.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReportedCandidate } from '../report/report.ts';
import { defectPath } from '../report/triage-view.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { SourceIndex } from '../slice/source-index.ts';
import { findingText } from '../triage/finding-text.ts';
import { askAgent } from '../triage/stage.ts';
import { buildCommands } from './build-commands.ts';
import { checkChange, type FixAttempt } from './check-change.ts';
import { checkTree } from './check-tree.ts';
import type { FixPlan } from './fix-plan.ts';

/** How often a change that does not hold goes back to the agent. */
const MAX_REPAIRS = 2;

export interface FixDeps extends AgentDeps {
  readonly limits: AgentLimits;
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  /** Scans a folder, as the review did. */
  readonly scan: (folder: string) => Promise<ScanOutcome>;
  /** See `rustToolchain`. */
  readonly rustToolchain?: string | undefined;
  readonly signal: AbortSignal;
  /** What maintainers note for questions to models. */
  readonly notes?: string | undefined;
}

const answerSchema = z.object({
  fixed: z.boolean(),
  explanation: z.string().trim().min(1).max(4000),
});

/**
 * Has an agent fix a finding in a copy of a tree, builds and tests the copy in the sandbox, and
 * scans it again. The tree itself stays as it is.
 * @returns the change, once the finding is gone and nothing of its rank has come; or why there is none
 * @throws ModelError when the model gives no readable answer; the signal's reason when aborted
 */
export async function draftFix(
  root: string,
  finding: ReportedCandidate,
  deps: FixDeps,
): Promise<FixPlan> {
  const before = await deps.scan(root);
  const present = before.candidates.find((one) => isSame(one, finding));
  if (present === undefined) return noFix('The scan does not report it any more.');
  const files = editableFiles(before, finding);
  if (files.length === 0) return noFix('None of the files on its way may be changed.');
  const commands = buildCommands(root, deps.rustToolchain);
  const usual = await checkTree(root, commands, deps.sandbox, deps.signal);
  return await withTreeCopy(root, async (tree) => {
    const run = { root, tree, finding, present, files, before, commands, usual };
    return await editUntilGood(run, deps);
  });
}

async function editUntilGood(run: FixAttempt, deps: FixDeps): Promise<FixPlan> {
  let answer = await askForChange(run, deps);
  for (let repair = 0; ; repair += 1) {
    const { fixed, explanation } = answer.value;
    if (!fixed) return noFix(explanation);
    const result = await checkChange(run, explanation, deps);
    if ('plan' in result) return result.plan;
    if (repair === MAX_REPAIRS) return noFix(`No change held. The last one: ${result.problem}`);
    const { problem } = result;
    answer = await answer.reply(renderPrompt(loadPrompt('fixer-problem'), { problem }).messages);
  }
}

async function askForChange({ tree, finding, present, files, before }: FixAttempt, deps: FixDeps) {
  const index = new SourceIndex({ ...before, root: tree }, deps.grammars);
  const agentTree = { root: tree, graph: index.graph, sandbox: deps.sandbox };
  const allowed = files.flatMap((file) => ignorePatternOf(file) ?? []);
  return await askAgent(
    {
      ...{ role: 'fixer', tier: 'smart', subject: `${finding.file}|fix|${finding.id}` },
      tools: [...codeReadingTools(agentTree), editFile(agentTree, { allowed })],
      values: {
        code: printSlice(await sliceOf([{ ...present, trace: defectPath(finding) }], index)),
        finding: findingText({ ...finding, ...present }),
        files: files.join('\n'),
      },
      schema: ['fix', answerSchema] as const,
    },
    {
      ...{ ...deps, index, tools: [] },
      permissions: deps.sandbox.isolates ? ['read', 'write', 'run'] : ['read', 'write'],
    },
  );
}

/** The files on the way to a finding: the only ones that a fix may touch. */
function editableFiles({ files }: ScanOutcome, finding: ReportedCandidate): string[] {
  const named = [finding.file, ...defectPath(finding).map(({ file }) => file)];
  return [...new Set(named)].filter(
    (file) =>
      !/^[.](?:github|rustward|git)(?:\/|$)/i.test(file) &&
      ignorePatternOf(file) !== undefined &&
      // A model named some of them: only what was scanned is one.
      files.some((known) => known.file === file),
  );
}

function isSame(one: Candidate, { pattern, file, fingerprint }: ReportedCandidate): boolean {
  return one.pattern === pattern && one.file === file && one.fingerprint === fingerprint;
}

function noFix(reason: string): FixPlan {
  return { kind: 'none', reason: reason.slice(0, 4000) };
}
