import type { Message } from '../model/model.ts';
import { loadPrompt } from '../model/prompts/load-prompt.ts';
import { renderPrompt } from '../model/prompts/render-prompt.ts';
import type { Agent, AgentDeps, AgentOutcome, AgentState, AgentTask } from './agent.ts';
import { NOTHING_SPENT } from './agent-budget.ts';
import { runAgent } from './run-agent.ts';
import { summaryFor } from './summarise.ts';

/** An agent of a team. */
export interface TeamMember<Answer> {
  readonly agent: Omit<Agent<Answer>, 'recipients'>;
  /** Its prompt. A member that is written to gets the message behind it. */
  readonly task: AgentTask;
  /** Whether a summary of its conversation goes with each message that it sends. */
  readonly summarises?: boolean;
  /** Whether it forgets its conversation, but for the prompt, when it hands over. */
  readonly forgets?: boolean;
}

export interface TeamOptions {
  /** Who begins. */
  readonly first: string;
  /** How often the work may change hands. */
  readonly maxHandOvers: number;
  readonly signal?: AbortSignal;
}

/** How the work of a team ended, and by whom. */
export type TeamOutcome<Answer> =
  | { readonly kind: 'answered'; readonly by: string; readonly value: Answer }
  | { readonly kind: 'stopped'; readonly by: string; readonly limit: string };

/**
 * Lets agents work in turns, one at a time, until one of them answers: an author and a reviewer,
 * say. Each may hand over to any other; its own limits count over all its turns.
 * @throws as `runAgent` does
 */
export async function runTeam<Answer>(
  members: ReadonlyMap<string, TeamMember<Answer>>,
  deps: AgentDeps,
  { first, maxHandOvers, signal }: TeamOptions,
): Promise<TeamOutcome<Answer>> {
  const states = new Map<string, AgentState>();
  let by = first;
  for (let handOvers = 0; handOvers <= maxHandOvers; handOvers += 1) {
    const member = memberOf(members, by);
    const outcome = await runMember(member, by, [...members.keys()], states.get(by), deps, signal);
    if (outcome.kind === 'answered') return { kind: 'answered', by, value: outcome.value };
    if (outcome.kind === 'stopped') return { kind: 'stopped', by, limit: outcome.limit };
    const { to } = outcome;
    const { content, state } = await summariseHandOver(member, outcome, deps, signal);
    states.set(by, member.forgets ? { ...state, messages: member.task.messages } : state);
    const message = renderPrompt(loadPrompt('agent-message'), { from: by, message: content });
    states.set(to, receiveMessage(states.get(to), memberOf(members, to), message.messages));
    by = to;
  }
  return { kind: 'stopped', by, limit: 'hand-overs' };
}

function runMember<Answer>(
  { agent, task }: TeamMember<Answer>,
  name: string,
  names: readonly string[],
  state: AgentState | undefined,
  deps: AgentDeps,
  signal: AbortSignal | undefined,
): Promise<AgentOutcome<Answer>> {
  const recipients = names.filter((other) => other !== name);
  return runAgent({ ...agent, recipients }, task, deps, {
    ...(state === undefined ? {} : { state }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What the recipient gets, and where the sender stands then. */
async function summariseHandOver<Answer>(
  { agent, task, summarises = false }: TeamMember<Answer>,
  { content, messages, spent }: AgentState & { readonly content: string },
  deps: AgentDeps,
  signal: AbortSignal | undefined,
): Promise<{ content: string; state: AgentState }> {
  const state = { messages, spent };
  if (!summarises) return { content, state };
  const summed = await summaryFor(deps, agent, task.subject, state, signal);
  return { content: `${content}\n\nWhat led to this:\n${summed.summary}`, state: summed.state };
}

function receiveMessage<Answer>(
  state: AgentState | undefined,
  { task }: TeamMember<Answer>,
  message: readonly Message[],
): AgentState {
  const { messages, spent } = state ?? { messages: task.messages, spent: NOTHING_SPENT };
  return { messages: [...messages, ...message], spent };
}

function memberOf<Answer>(
  members: ReadonlyMap<string, TeamMember<Answer>>,
  name: string,
): TeamMember<Answer> {
  const member = members.get(name);
  if (member === undefined) throw new Error(`a team without ${name}`);
  return member;
}
