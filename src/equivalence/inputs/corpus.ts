import type { Case } from '../cases/case.ts';
import { elementsOf } from './values/elements.ts';
import type { Random } from './values/random.ts';

/** A case that reached something new. */
interface CorpusEntry {
  readonly case: Case;
  /** Steps and elements. */
  readonly size: number;
  /** How often cases were made from it, and how many of these were kept. */
  picked: number;
  fruitful: number;
}

/** So many at a time are compared for the best one. */
const CANDIDATES = 3;
/** The newest ones lead on: they are picked more often. */
const NEWEST = 16;

/** Cases that added coverage, and which of them to change next. */
export class Corpus {
  private readonly random: Random;
  private readonly kept: CorpusEntry[] = [];
  private readonly byCase = new WeakMap<Case, CorpusEntry>();

  constructor(random: Random) {
    this.random = random;
  }

  get size(): number {
    return this.kept.length;
  }

  /** Keeps a case; `parent` is the one that it was made from. */
  add(one: Case, parent: Case | undefined): void {
    if (this.byCase.has(one)) return;
    const known = parent === undefined ? undefined : this.byCase.get(parent);
    if (known !== undefined) known.fruitful += 1;
    const entry: CorpusEntry = { case: one, size: sizeOf(one), picked: 0, fruitful: 0 };
    this.kept.push(entry);
    this.byCase.set(one, entry);
  }

  /** One to change: little used, fruitful or new. Undefined when nothing was kept. */
  pick(): Case | undefined {
    const { random, kept } = this;
    if (kept.length === 0) return undefined;
    const from = random.percent(35) ? Math.max(0, kept.length - NEWEST) : 0;
    const candidates = Array.from({ length: CANDIDATES }, () =>
      random.pick(from === 0 ? kept : kept.slice(from)),
    );
    const [best] = candidates.sort((a, b) => priority(b) - priority(a));
    if (best === undefined) return undefined;
    best.picked += 1;
    return best.case;
  }

  /** Any one, to take parts from. */
  any(): Case | undefined {
    return this.kept.length === 0 ? undefined : this.random.pick(this.kept).case;
  }
}

/** A change of a small case is more likely to touch what matters. */
function priority({ picked, fruitful, size }: CorpusEntry): number {
  return (fruitful + 1) / (picked + 4) / Math.log2(size + 4);
}

function sizeOf({ steps }: Case): number {
  return steps.reduce(
    (sum, { inputs }) =>
      inputs.reduce<number>((size, value) => size + (elementsOf(value)?.length ?? 0), sum + 1),
    0,
  );
}
