import { ModelError } from '../errors.ts';
import { parseTagged } from '../model/answers/parse-tagged.ts';
import { providerSchema } from '../model/answers/provider-schema.ts';
import { repairRequest } from '../model/answers/repair-request.ts';
import type { Message, ModelRequest, ToolDescription, UnparsedAnswer } from '../model/model.ts';
import { loadPrompt } from '../model/prompts/load-prompt.ts';
import { renderPrompt } from '../model/prompts/render-prompt.ts';
import type { Agent, AgentDeps, AgentOutcome, AgentState, AgentTask } from './agent.ts';
import {
  AgentBudget,
  DEFAULT_AGENT_LIMITS,
  type LimitKind,
  NOTHING_SPENT,
} from './agent-budget.ts';
import { type AboutTask, emit } from './agent-events.ts';
import { answerToolCalls } from './answer-tool-calls.ts';
import { fitsWindow, maxResultChars, summarisedHistory } from './summarise.ts';

/** How often an answer that cannot be read is asked for again. */
const REPAIRS = 2;

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Goes on where an earlier run of the same task stopped. */
  readonly state?: AgentState;
}

/**
 * Runs an agent until it gives an answer that satisfies its schema, or reaches a limit.
 * Each turn: ask the model, carry out what it calls, append the results. In the last turn that the
 * limit allows it gets no tools, and is told to answer.
 * @throws ModelError when the model gives no usable answer; the signal's reason when aborted
 */
export async function runAgent<Answer>(
  agent: Agent<Answer>,
  task: AgentTask,
  deps: AgentDeps,
  options: RunOptions = {},
): Promise<AgentOutcome<Answer>> {
  const about = { role: agent.role, subject: task.subject };
  const listeners = deps.listeners ?? [];
  emit(listeners, { ...about, kind: 'task-started' });
  let outcome: 'answered' | LimitKind | 'failed' = 'failed';
  try {
    const run = new AgentRun(agent, task, deps, options);
    const result = await run.runToEnd();
    outcome = result.kind === 'stopped' ? result.limit : result.kind;
    return result;
  } finally {
    emit(listeners, { ...about, kind: 'task-completed', outcome });
  }
}

class AgentRun<Answer> {
  private readonly agent: Agent<Answer>;
  private readonly task: AgentTask;
  private readonly deps: AgentDeps;
  private readonly budget: AgentBudget;
  /** Aborted from outside, or by the time limit. */
  private readonly signal: AbortSignal;
  private readonly outside: AbortSignal | undefined;
  private messages: readonly Message[];
  private repairs = 0;
  private lastAsked: ModelRequest | undefined;
  /** The requests whose answers could not be read. */
  private readonly unread: ModelRequest[] = [];

  constructor(agent: Agent<Answer>, task: AgentTask, deps: AgentDeps, options: RunOptions) {
    this.agent = agent;
    this.task = task;
    this.deps = deps;
    const limits = agent.limits ?? DEFAULT_AGENT_LIMITS;
    const spent = options.state?.spent ?? NOTHING_SPENT;
    this.budget = new AgentBudget(limits, spent, deps.now ?? (() => performance.now()));
    this.outside = options.signal;
    const time = AbortSignal.timeout(Math.ceil(this.budget.millisecondsLeft()));
    this.signal = options.signal === undefined ? time : AbortSignal.any([options.signal, time]);
    this.messages = options.state?.messages ?? task.messages;
  }

  async runToEnd(): Promise<AgentOutcome<Answer>> {
    try {
      for (let limit = this.budget.exhausted(); ; limit = this.budget.exhausted()) {
        this.signal.throwIfAborted();
        if (limit !== undefined) return { kind: 'stopped', limit, ...this.state() };
        const outcome = await this.runTurn();
        if (outcome !== undefined) return outcome;
      }
    } catch (thrown) {
      this.outside?.throwIfAborted();
      if (!this.signal.aborted) throw thrown;
      return { kind: 'stopped', limit: 'time', ...this.state() };
    }
  }

  private about(): AboutTask {
    return { role: this.agent.role, subject: this.task.subject };
  }

  private state(): AgentState {
    return { messages: this.messages, spent: this.budget.spent() };
  }

  private async runTurn(): Promise<AgentOutcome<Answer> | undefined> {
    const { agent } = this;
    const tools = this.toolDescriptions();
    const window = this.deps.model.window(agent.tier);
    const hasHistory = this.messages.some(({ role }) => role === 'assistant');
    if (hasHistory && !fitsWindow(this.messages, tools, window)) {
      await this.summarise();
      if (this.budget.exhausted() !== undefined) return undefined;
    }
    const isLast = tools.length > 0 && this.budget.isLastTurn();
    if (isLast)
      this.append(renderPrompt(loadPrompt('agent-last-turn'), { tag: agent.answer.tag }).messages);
    const offered = isLast ? [] : tools;
    const answer = await this.ask(
      offered,
      offered.length === 0 ? providerSchema(agent.answer) : {},
    );
    if (answer.toolCalls.length === 0) return this.parseAnswer(answer);
    this.append([{ role: 'assistant', content: answer.content, toolCalls: answer.toolCalls }]);
    const replies = await answerToolCalls(agent, answer.toolCalls, {
      listeners: this.deps.listeners ?? [],
      about: this.about(),
      signal: this.signal,
      maxChars: maxResultChars(window),
    });
    this.append(replies);
    return undefined;
  }

  private async ask(
    tools: readonly ToolDescription[],
    form: Pick<ModelRequest, 'answerSchema'> = {},
  ): Promise<UnparsedAnswer> {
    const listeners = this.deps.listeners ?? [];
    const { tier, parallelToolCalls = false } = this.agent;
    const turn = this.budget.spent().turns;
    const about = this.about();
    emit(listeners, { ...about, kind: 'model-called', turn, messages: this.messages.length });
    const request = {
      tier,
      conversation: { ...about, turn },
      messages: this.messages,
      ...(tools.length > 0 ? { tools, parallelToolCalls } : {}),
      ...form,
    };
    this.lastAsked = request;
    const answer = await this.deps.model.ask(request, { signal: this.signal });
    this.signal.throwIfAborted();
    this.budget.add(answer, this.deps.costOf?.(answer) ?? 0);
    const { usage, toolCalls } = answer;
    const tokens = usage.input + usage.output;
    const answered = { turn, tokens, toolCalls: toolCalls.length };
    emit(listeners, { ...about, kind: 'model-answered', ...answered });
    return answer;
  }

  /** The answer, when it satisfies the schema; else the model is told what is wrong with it. */
  private parseAnswer(answer: UnparsedAnswer): AgentOutcome<Answer> | undefined {
    const { tag, schema } = this.agent.answer;
    const parsed = parseTagged(answer.content, tag, schema);
    if (parsed.ok) {
      this.append([{ role: 'assistant', content: answer.content }]);
      return { kind: 'answered', value: parsed.value, ...this.state() };
    }
    this.repairs += 1;
    if (this.lastAsked !== undefined) this.unread.push(this.lastAsked);
    if (this.repairs > REPAIRS) {
      // A later run of the task is to ask anew, and not to fail by the same answers.
      for (const request of this.unread) this.deps.model.forget?.(request);
      const tries = `in ${this.repairs} tries`;
      throw new ModelError(
        'answer',
        `${answer.model} gave no readable answer ${tries}: ${parsed.problem}`,
      );
    }
    this.append(repairRequest(answer, tag, parsed.problem));
    return undefined;
  }

  private async summarise(): Promise<void> {
    const { length } = this.messages;
    this.append(renderPrompt(loadPrompt('agent-summary'), {}).messages);
    const { content } = await this.ask([]);
    this.messages = summarisedHistory(this.task.messages, content);
    const summarisedAway = { kind: 'history-summarised' as const, messages: length };
    emit(this.deps.listeners ?? [], { ...this.about(), ...summarisedAway });
  }

  private append(messages: readonly Message[]): void {
    this.messages = [...this.messages, ...messages];
  }

  private toolDescriptions(): ToolDescription[] {
    return this.agent.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));
  }
}
