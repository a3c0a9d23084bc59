import * as z from 'zod';
import type { AgentDeps } from '../../agent/agent.ts';
import type { AgentLimits } from '../../agent/agent-budget.ts';
import type { MemoryStore } from '../../agent/memory/memory-store.ts';
import { recall } from '../../agent/memory/recall.ts';
import { codeReadingTools } from '../../agent/tools/tool-sets.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { ReportedCandidate } from '../report/report.ts';
import { defectPath } from '../report/triage-view.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { SourceIndex } from '../slice/source-index.ts';
import { findingText } from '../triage/finding-text.ts';
import { askAgent } from '../triage/stage.ts';

export interface AnswerDeps extends AgentDeps {
  readonly limits: AgentLimits;
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  /** What earlier reviews of the same pull request have remarked. */
  readonly memory: MemoryStore;
  readonly signal: AbortSignal;
}

/** A message of a thread. */
export interface ThreadMessage {
  readonly from: 'reviewer' | 'maintainer';
  readonly text: string;
}

/** Remarks that go with a question. */
const REMARKS = 8;

const replySchema = z.object({ answer: z.string().trim().min(1).max(8000) });

/**
 * Has a model answer the last message of a thread about a finding. It can look at the tree, and
 * change nothing.
 * @throws ModelError when the model gives no readable answer; the signal's reason when aborted
 */
export async function draftAnswer(
  outcome: ScanOutcome,
  finding: ReportedCandidate,
  thread: readonly ThreadMessage[],
  deps: AnswerDeps,
): Promise<string> {
  const index = new SourceIndex(outcome, deps.grammars);
  const tree = { root: outcome.root, graph: index.graph, sandbox: deps.sandbox };
  const query = `${finding.function} ${finding.description} ${thread.at(-1)?.text ?? ''}`;
  const question = { query: query.slice(0, 1000), tags: [], limit: REMARKS };
  const remarks = await recall(deps.memory.all(), question, deps.signal);
  const { value } = await askAgent(
    {
      ...{ role: 'answerer', tier: 'smart', subject: `${finding.file}|thread|${finding.id}` },
      tools: codeReadingTools(tree),
      values: {
        code: printSlice(await sliceOf([{ ...finding, trace: defectPath(finding) }], index)),
        finding: findingText(finding),
        remembered: remarks.map(({ content }) => `- ${content}`).join('\n') || 'Nothing.',
        conversation: thread.map(({ from, text }) => `${from}: ${text}`).join('\n\n'),
      },
      schema: ['reply', replySchema] as const,
    },
    { ...deps, index, tools: [], permissions: ['read'] },
  );
  return value.answer;
}
