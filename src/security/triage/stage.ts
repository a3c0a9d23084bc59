import type * as z from 'zod';
import type { AgentDeps } from '../../agent/agent.ts';
import type { AgentLimits } from '../../agent/agent-budget.ts';
import type { MemoryRecord } from '../../agent/memory/memory-record.ts';
import type { ShownFunction } from '../../agent/memory/recall-unasked.ts';
import { type RunOptions, runAgent } from '../../agent/run-agent.ts';
import type { Permission, Tool } from '../../agent/tool.ts';
import { ModelError } from '../../errors.ts';
import { answerShape } from '../../model/answers/answer-shape.ts';
import type { Message, Tier } from '../../model/model.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import { withRemembered } from '../../model/prompts/with-preamble.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { FunctionRemark } from '../candidates/triage-result.ts';
import { withNotes } from '../notes/noted-question.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { TriageCache } from './result-cache.ts';

/** What every stage that asks a model needs. */
export interface StageDeps extends AgentDeps {
  readonly index: SourceIndex;
  /** What maintainers note for each question; nothing when missing. */
  readonly notes?: string | undefined;
  /** The tools of agents that may look further than what they are given. */
  readonly tools: readonly Tool[];
  readonly permissions: readonly Permission[];
  readonly limits: AgentLimits;
  readonly signal?: AbortSignal;
  /** Results of earlier runs; none when missing. */
  readonly resultCache?: TriageCache;
  /** Hears, on one line, where an answer could not be read and what was asked goes on without it. */
  readonly onUnreadable?: (line: string) => void;
  /** Hears, before a group of candidates is analysed, under which subject its questions are booked. */
  readonly onSubject?: (subject: string, candidates: readonly Candidate[]) => void;
  /** Keeps each remark of an agent about a function, with its text where it is known which one is meant. */
  readonly onRemark?: (remark: FunctionRemark, text: string | undefined) => MemoryRecord;
  /** What was learnt before about functions that a question shows, one line each; nothing when missing. */
  readonly recall?: (
    functions: readonly ShownFunction[],
    words: string,
    learnt?: readonly MemoryRecord[],
  ) => readonly string[];
  /** What settled candidates of the same rules in earlier runs, one line each; nothing when missing. */
  readonly methods?: (candidates: readonly Candidate[]) => readonly string[];
}

/** A question to one agent. */
export interface Question<Answer> {
  /** The name of its prompt. */
  readonly role: string;
  readonly tier: Tier;
  /** What it is about, stable between runs. */
  readonly subject: string;
  /** What the prompt's inputs stand for. */
  readonly values: Readonly<Record<string, string>>;
  /** The name of the schema that the prompt must give, and the schema. */
  readonly schema: readonly [string, z.ZodType<Answer>];
  readonly tools: readonly Tool[];
  /** What is recalled for it, one line each; nothing when missing. */
  readonly remembered?: readonly string[];
}

/** An answer, and a way to continue the conversation with the agent that gave it. */
export interface Answered<Answer> {
  readonly value: Answer;
  /** Says something more, and gets the answer to that. */
  reply(messages: readonly Message[]): Promise<Answered<Answer>>;
}

/**
 * Asks one agent and waits for an answer that satisfies the schema.
 * @throws ModelError when there is none; the signal's reason when aborted
 */
export function askAgent<Answer>(
  question: Question<Answer>,
  deps: StageDeps,
): Promise<Answered<Answer>> {
  const { role, tier, subject, values, tools, remembered = [] } = question;
  const prompt = loadPrompt(role);
  const agent = {
    ...{ role, tier, tools, permissions: deps.permissions, limits: deps.limits },
    answer: answerShape(prompt, ...question.schema),
    parallelToolCalls: true,
  };
  const asked = withRemembered(renderPrompt(prompt, values).messages, remembered);
  const messages = withNotes(asked, deps.notes);
  const task = { subject, messages };
  const run = async (options: RunOptions): Promise<Answered<Answer>> => {
    const signal = deps.signal === undefined ? {} : { signal: deps.signal };
    const outcome = await runAgent(agent, task, deps, { ...options, ...signal });
    if (outcome.kind !== 'answered') {
      const { limit } = outcome;
      throw new ModelError('answer', `the ${role} reached its limit of ${limit} on ${subject}`);
    }
    const { value, messages, spent } = outcome;
    const reply = (more: readonly Message[]) =>
      run({ state: { messages: [...messages, ...more], spent } });
    return { value, reply };
  };
  return run({});
}
