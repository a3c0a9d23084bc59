import * as z from 'zod';
import type { AgentDeps } from '../../agent/agent.ts';
import type { AgentLimits } from '../../agent/agent-budget.ts';
import { codeKey } from '../../agent/memory/memory-record.ts';
import type { MemoryStore } from '../../agent/memory/memory-store.ts';
import { recall } from '../../agent/memory/recall.ts';
import type { Tool } from '../../agent/tool.ts';
import { retrieveMemory, saveMemory } from '../../agent/tools/memory-tools.ts';
import { readOnlyTools } from '../../agent/tools/tool-sets.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Redact } from '../../model/redaction/redact.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { ReportedCandidate } from '../report/report.ts';
import { defectPath } from '../report/triage-view.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { SourceIndex } from '../slice/source-index.ts';
import { findingText } from '../triage/finding-text.ts';
import { shownFunctions } from '../triage/shown-functions.ts';
import { askAgent } from '../triage/stage.ts';

export interface AnswerDeps extends AgentDeps {
  readonly limits: AgentLimits;
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  /** What earlier reviews of the repository have remarked, and what is to be kept of this thread. */
  readonly memory: MemoryStore;
  /** Takes secrets out of what is kept. */
  readonly redact: Redact;
  /** What searches the web, where that is configured. */
  readonly searching: readonly Tool[];
  readonly signal: AbortSignal;
  /** What maintainers note for questions to models. */
  readonly notes?: string | undefined;
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
 * Has a model answer the last message of a thread about a finding. It can look at the tree and its
 * history, keep remarks for later reviews, and change nothing else.
 * @throws ModelError when the model gives no readable answer; the signal's reason when aborted
 */
export async function draftAnswer(
  outcome: ScanOutcome,
  finding: ReportedCandidate,
  thread: readonly ThreadMessage[],
  deps: AnswerDeps,
): Promise<string> {
  const index = new SourceIndex(outcome, deps.grammars);
  const git = await findRepository(outcome.root);
  const tree = {
    ...{ root: outcome.root, graph: index.graph, sandbox: deps.sandbox },
    ...(git === undefined ? {} : { git }),
  };
  const access = { store: deps.memory, redact: deps.redact, now: () => new Date() };
  const query = `${finding.function} ${finding.description} ${thread.at(-1)?.text ?? ''}`;
  const question = { query: query.slice(0, 1000), tags: [], limit: REMARKS };
  const places = [{ ...finding, trace: defectPath(finding) }];
  const shown = await shownFunctions(places, index);
  const keys = new Set(shown.map(({ name, text }) => codeKey(name, text)));
  // A remark about code that has changed since is one about other code.
  const fitting = deps.memory.all().filter(({ about }) => about === undefined || keys.has(about));
  const remarks = recall(fitting, question);
  const { value } = await askAgent(
    {
      ...{ role: 'answerer', tier: 'smart', subject: `${finding.file}|thread|${finding.id}` },
      tools: [
        ...readOnlyTools(tree),
        retrieveMemory(access),
        saveMemory(access),
        ...deps.searching,
      ],
      values: {
        code: printSlice(await sliceOf(places, index)),
        finding: findingText(finding),
        remembered: remarks.map(({ content }) => `- ${content}`).join('\n') || 'Nothing.',
        conversation: thread.map(({ from, text }) => `${from}: ${text}`).join('\n\n'),
      },
      schema: ['reply', replySchema] as const,
    },
    // The one tool that writes keeps remarks; the tree has none.
    { ...deps, index, tools: [], permissions: ['read', 'write'] },
  );
  return value.answer;
}
