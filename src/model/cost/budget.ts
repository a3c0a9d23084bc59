import { ModelError } from '../../errors.ts';
import { abortable } from '../abortable.ts';
import type { Caps } from '../configuration/settings.ts';

/** What a call takes: tokens of question and answer, and dollars where prices are known. */
export interface Amount {
  readonly tokens: number;
  readonly cost: number;
}

/** A part of the budget that is set aside for a call under way. */
export interface Reservation {
  /** Puts what the call took in the place of what was set aside. */
  settle(actual: Amount): void;
}

/**
 * The cap on cost and tokens of a run, and on cost of a month: refuses a call that could exceed it.
 * The most that a call can take is reserved before it is made, so that no number of concurrent calls
 * goes beyond a cap.
 */
export class Budget {
  readonly #caps: Caps;
  #spent: Amount = { tokens: 0, cost: 0 };
  #earlierCost = 0;
  readonly #reserved = new Set<Amount>();
  #settled: (() => void)[] = [];

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** What earlier runs of the month spent, in dollars: the cap of the month counts it. */
  setEarlierCost(cost: number): void {
    this.#earlierCost = cost;
  }

  /**
   * Sets aside what a call takes at most. Where it only fits if calls under way take less than
   * they might, it waits for them.
   * @throws ModelError when it cannot fit any more; the signal's reason when it is aborted
   */
  async reserve(most: Amount, signal: AbortSignal): Promise<Reservation> {
    for (;;) {
      signal.throwIfAborted();
      const alone = add(this.#spent, most);
      if (this.#exceeds(alone)) throw this.#refusal(most);
      if (!this.#exceeds([...this.#reserved].reduce(add, alone))) break;
      const settled = new Promise<void>((resolve) => this.#settled.push(resolve));
      await abortable(settled, signal);
    }
    this.#reserved.add(most);
    return {
      settle: (actual) => {
        if (!this.#reserved.delete(most)) return;
        this.#spent = add(this.#spent, actual);
        const waiting = this.#settled;
        this.#settled = [];
        for (const wake of waiting) wake();
      },
    };
  }

  #exceeds({ tokens, cost }: Amount): boolean {
    const none = Number.POSITIVE_INFINITY;
    return (
      tokens > (this.#caps.tokens ?? none) ||
      cost > (this.#caps.cost ?? none) ||
      cost + this.#earlierCost > (this.#caps.monthCost ?? none)
    );
  }

  #refusal(most: Amount): ModelError {
    const { tokens, cost } = this.#spent;
    const overTokens = tokens + most.tokens > (this.#caps.tokens ?? Number.POSITIVE_INFINITY);
    if (overTokens) {
      return budgetError(
        `${this.#caps.tokens} tokens leaves no room: ${tokens} are used, and the next call may take ${most.tokens}; raise --max-tokens`,
      );
    }
    const next = `and the next call may cost $${most.cost.toFixed(4)}`;
    const overCost = cost + most.cost > (this.#caps.cost ?? Number.POSITIVE_INFINITY);
    return budgetError(
      overCost
        ? `$${this.#caps.cost} leaves no room: $${cost.toFixed(4)} are spent, ${next}; raise --max-cost`
        : `$${this.#caps.monthCost} a month leaves no room: $${(cost + this.#earlierCost).toFixed(4)} are spent, ${next}; raise --max-month-cost`,
    );
  }
}

function budgetError(what: string): ModelError {
  return new ModelError('budget', `the cap of ${what}`);
}

function add(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, cost: a.cost + b.cost };
}
