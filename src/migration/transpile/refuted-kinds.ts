import type { DifferenceSeen } from '../../equivalence/plan/subject.ts';

/** Two false differences of one kind, each on an input of its own, are no chance: the next one says as little. */
const ENOUGH_OF_A_KIND = 2;

/**
 * Counts differences of which a second reader has found that the text of the C rules them out. The comparison gives
 * the C what it is never given, and brings that with one input after the other.
 */
export class RefutedKinds {
  private readonly kinds: string[] = [];
  private readonly enough: number;

  /** @param most repairs of differences: where all of them came to that, so would the next one */
  constructor(most: number) {
    this.enough = most;
  }

  add(cName: string, difference: DifferenceSeen): void {
    this.kinds.push(kindOf(cName, difference));
  }

  /** Whether enough of the kind of a difference were refuted, or enough of any kind. */
  has(cName: string, difference: DifferenceSeen): boolean {
    const kind = kindOf(cName, difference);
    const same = this.kinds.filter((one) => one === kind).length;
    return same >= ENOUGH_OF_A_KIND || (same > 0 && this.kinds.length >= this.enough);
  }
}

/** By the function, the call whose result differs, what differs of it, and how the Rust ends. */
function kindOf(cName: string, { input, c, rust }: DifferenceSeen): string {
  const last = input.split('; ').at(-1) ?? '';
  const call = /^\w+(?=\()/.exec(last)?.[0] ?? '';
  const place = / = /.test(c) ? c.slice(0, c.indexOf(' = ')) : c;
  const end = /^it (?:stops|ends|does not)/.exec(rust)?.[0] ?? '';
  return [cName, call, place, end].join('|');
}
