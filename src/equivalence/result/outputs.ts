import { NotComparable } from '../not-comparable.ts';
import { callbacksIn } from '../pairing/callback-shapes.ts';
import type { Pair } from '../pairing/pair.ts';
import { shapeOf } from '../pairing/shape-of-pair.ts';
import { C_ERRNO } from '../plan/c-variables.ts';
import type { COutputDestination, Output } from '../plan/comparison-plan.ts';
import { cTypeAt, cValueAt } from './c-access-path.ts';
import { codePair, signed32Pair, unsigned8Pair } from './integer-pairs.ts';
import type { ResultFacts } from './result-facts.ts';

/** The outputs of both sides that come from the result, in the order in which they are added. */
export class ResultOutputs {
  readonly list: Output[] = [];
  private readonly facts: ResultFacts;

  constructor(facts: ResultFacts) {
    this.facts = facts;
  }

  /**
   * @param when the C expression under which the C has the value; undefined for always
   * @param length how many elements are behind `value`, as a C expression; undefined for one value
   * @returns the number of the output
   * @throws NotComparable for what holds functions of the caller: what these are cannot be told
   */
  add(
    place: string,
    pair: Pair,
    value: string,
    when: string | undefined,
    length: string | undefined,
    destination: COutputDestination = { kind: 'value' },
  ): number {
    const [callback] = callbacksIn(pair);
    if (callback !== undefined) throw new NotComparable(`what ${callback.name} is after the call`);
    const shape = shapeOf(pair);
    this.list.push({
      slot: { name: place, shape: when === undefined ? shape : { kind: 'nullable', of: shape } },
      pair,
      c: { value, when, length, destination },
      rust: 'result',
    });
    return this.list.length - 1;
  }

  /**
   * An integer of the C as it is.
   * @param success the code of a call that does not fail
   * @throws NotComparable where the C has none there
   */
  addStatus(place: string, when: string | undefined, success?: bigint): number {
    const type = cTypeAt(this.facts, place);
    if (type.kind === 'boolean') {
      return this.add(place, unsigned8Pair, cValueAt(this.facts, place), when, undefined);
    }
    if (type.kind !== 'integer' && type.kind !== 'enum') {
      throw new NotComparable(`the C's ${place} is no integer, so it has no codes`);
    }
    const pair = codePair(type.bits, type.signed);
    const output = this.add(place, pair, cValueAt(this.facts, place), when, undefined);
    const added = this.list[output];
    if (added !== undefined && success !== undefined && when === undefined) {
      this.list[output] = { ...added, slot: { ...added.slot, success } };
    }
    return output;
  }

  /** `errno` after a call that failed. */
  addErrno(pair: Pair, value: string, when: string): number {
    return this.add('errno', pair, value, when, undefined, { kind: 'errno' });
  }

  /** `errno` where no error of Rust tells it: seen, and not compared. */
  observeErrno(): void {
    const shape = { kind: 'nullable', of: shapeOf(signed32Pair) } as const;
    this.list.push({
      slot: { name: 'errno', shape, isObserved: true },
      pair: signed32Pair,
      c: {
        value: C_ERRNO,
        when: `${C_ERRNO} != 0`,
        length: undefined,
        destination: { kind: 'errno' },
      },
      rust: 'result',
    });
  }
}
