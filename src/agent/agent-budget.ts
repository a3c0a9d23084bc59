import type { UnparsedAnswer } from '../model/model.ts';

export type LimitKind = 'turns' | 'tokens' | 'time' | 'cost';

/** What one run of an agent may use up. */
export interface AgentLimits {
  /** Calls of the model. */
  readonly turns: number;
  /** In and out, of all calls together. */
  readonly tokens: number;
  readonly seconds: number;
  /** Dollars; no limit when missing. */
  readonly cost?: number;
}

export const DEFAULT_AGENT_LIMITS: AgentLimits = { turns: 30, tokens: 500_000, seconds: 900 };

/** What has been used up, so that a restored session goes on where it stopped. */
export interface Spent {
  readonly turns: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly cost: number;
}

export const NOTHING_SPENT: Spent = { turns: 0, tokens: 0, seconds: 0, cost: 0 };

/** Keeps account of one run. */
export class AgentBudget {
  private readonly limits: AgentLimits;
  private readonly before: Spent;
  private readonly now: () => number;
  private readonly started: number;
  private turns = 0;
  private tokens = 0;
  private cost = 0;

  /** @param now milliseconds on any clock that does not go back */
  constructor(limits: AgentLimits, before: Spent, now: () => number) {
    this.limits = limits;
    this.before = before;
    this.now = now;
    this.started = now();
  }

  /** @param cost in dollars */
  add({ usage }: UnparsedAnswer, cost: number): void {
    this.turns += 1;
    this.tokens += usage.input + usage.output;
    this.cost += cost;
  }

  spent(): Spent {
    const { turns, tokens, seconds, cost } = this.before;
    return {
      turns: turns + this.turns,
      tokens: tokens + this.tokens,
      seconds: seconds + (this.now() - this.started) / 1000,
      cost: cost + this.cost,
    };
  }

  /** The limit that has been reached. */
  exhausted(): LimitKind | undefined {
    const spent = this.spent();
    if (spent.turns >= this.limits.turns) return 'turns';
    if (spent.tokens >= this.limits.tokens) return 'tokens';
    if (spent.seconds >= this.limits.seconds) return 'time';
    return spent.cost >= (this.limits.cost ?? Number.POSITIVE_INFINITY) ? 'cost' : undefined;
  }

  /** Whether only one more turn is left. */
  isLastTurn(): boolean {
    return this.spent().turns === this.limits.turns - 1;
  }

  millisecondsLeft(): number {
    return Math.max(0, (this.limits.seconds - this.spent().seconds) * 1000);
  }
}
