import type { AnswerShape } from '../model/answers/answer-shape.ts';
import type { Message, Model, Tier, UnparsedAnswer } from '../model/model.ts';
import type { AgentLimits, LimitKind, Spent } from './agent-budget.ts';
import type { AgentListener } from './agent-events.ts';
import type { Permission, Tool } from './tool.ts';

/** A role that works towards an answer with tools. */
export interface Agent<Answer> {
  /** The name of its prompt, such as `analyst`. */
  readonly role: string;
  readonly tier: Tier;
  readonly tools: readonly Tool[];
  /** What its tools may do here: those that would do more are refused. */
  readonly permissions: readonly Permission[];
  readonly answer: AnswerShape<Answer>;
  readonly limits?: AgentLimits;
  /** Whether one answer may hold several calls; those that only read then run side by side. */
  readonly parallelToolCalls?: boolean;
}

/** One piece of work for an agent. */
export interface AgentTask {
  /** What it is about, stable between runs, such as `src/a.c|0|2`. */
  readonly subject: string;
  /** The rendered prompt: instructions, then the question. They are never cut. */
  readonly messages: readonly Message[];
}

export interface AgentDeps {
  readonly model: Model;
  readonly listeners?: readonly AgentListener[];
  /** Dollars that an answer cost; nothing when missing. */
  readonly costOf?: (answer: UnparsedAnswer) => number;
  /** Milliseconds on any clock that does not go back. */
  readonly now?: () => number;
}

/** Where a run stands: enough to go on with it later. */
export interface AgentState {
  readonly messages: readonly Message[];
  readonly spent: Spent;
}

/** How a run ended. Only an answer that satisfies the schema is one. */
export type AgentOutcome<Answer> = AgentState &
  (
    | { readonly kind: 'answered'; readonly value: Answer }
    | { readonly kind: 'stopped'; readonly limit: LimitKind }
  );
