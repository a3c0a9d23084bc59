import type { Conversation, Tier, TokenUsage, UnparsedAnswer } from '../model.ts';

/** One call to a provider, or one answer that needed none. */
export interface LedgerEntry {
  readonly conversation: Conversation;
  readonly tier: Tier;
  /** By its name in the configuration. */
  readonly model: string;
  readonly source: UnparsedAnswer['source'];
  readonly usage: TokenUsage;
  /** Dollars; undefined when the model has no prices. Nothing for what no provider billed. */
  readonly cost: number | undefined;
  /** How long the call took, waiting for limits not included. */
  readonly milliseconds: number;
  /** Why the call failed after it had begun, and is billed all the same. */
  readonly failure?: string | undefined;
}

/** A call that ended. */
export interface EndedCall extends LedgerEntry {
  /** Whether a provider bills it: not what it refused, or what needed no provider. */
  readonly billed: boolean;
  /** The kind of the failure, in a word. Its text may hold what the provider said. */
  readonly failureKind?: string | undefined;
}

/** What of a call that ended is a number, or a name that the operator or the program has chosen. */
export interface MeteredCall
  extends Pick<
    EndedCall,
    'model' | 'source' | 'usage' | 'cost' | 'billed' | 'milliseconds' | 'failureKind'
  > {
  readonly conversation: Pick<Conversation, 'role'>;
}

export type CallListener = (call: EndedCall) => void;

/** Several entries added up. */
export interface LedgerSum {
  /** Calls to a provider. */
  readonly calls: number;
  /** Answers from the cache or a recording. */
  readonly reused: number;
  /** Billed tokens. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Dollars, of the calls whose price is known. */
  readonly cost: number;
  /** Calls whose price is not known: the true cost is higher. */
  readonly unpriced: number;
  /** Calls whose tokens the provider did not report. */
  readonly estimated: number;
}

const NOTHING: LedgerSum = {
  ...{ calls: 0, reused: 0, input: 0, cached: 0, output: 0, cost: 0, unpriced: 0, estimated: 0 },
};

/** What the calls of a run cost, by whom and for what. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #listeners: CallListener[] = [];

  /** @param failureKind the kind of the failure, where there was one */
  add(entry: LedgerEntry, failureKind?: string): void {
    this.#entries.push(entry);
    this.#tell({ ...entry, failureKind, billed: entry.source === 'provider' });
  }

  /** Notes a call that no provider bills, since it was refused or never began: it is in no sum. */
  addUnbilled(entry: LedgerEntry, failureKind: string): void {
    this.#tell({ ...entry, failureKind, billed: false });
  }

  /** Calls back at the end of each call. What the listener throws changes nothing. */
  listen(listener: CallListener): void {
    this.#listeners.push(listener);
  }

  #tell(call: EndedCall): void {
    for (const listener of this.#listeners) {
      try {
        listener(call);
      } catch {
        // A listener that fails must not lose an answer that was paid for.
      }
    }
  }

  /** In the order in which the calls ended. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  total(): LedgerSum {
    return this.#entries.reduce(addEntry, NOTHING);
  }

  /** Sums by what is asked about, by who asks, by model or by tier; in order of their names. */
  by(key: 'subject' | 'role' | 'model' | 'tier'): ReadonlyMap<string, LedgerSum> {
    const sums = new Map<string, LedgerSum>();
    for (const entry of this.#entries) {
      const name = key === 'subject' || key === 'role' ? entry.conversation[key] : entry[key];
      sums.set(name, addEntry(sums.get(name) ?? NOTHING, entry));
    }
    return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
  }
}

function addEntry(sum: LedgerSum, { source, usage, cost }: LedgerEntry): LedgerSum {
  if (source !== 'provider') return { ...sum, reused: sum.reused + 1 };
  return {
    calls: sum.calls + 1,
    reused: sum.reused,
    input: sum.input + usage.input,
    cached: sum.cached + usage.cached,
    output: sum.output + usage.output,
    cost: sum.cost + (cost ?? 0),
    unpriced: sum.unpriced + Number(cost === undefined),
    estimated: sum.estimated + Number(usage.estimated),
  };
}
