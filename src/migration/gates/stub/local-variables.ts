import { descendants, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';
import {
  type AbstractValue,
  CHOSEN,
  COMPUTED,
  compoundValue,
  isSameAbstractValue,
  joinValues,
  NEVER,
  UNIT,
} from './abstract-value.ts';

/** What the local variables of a function hold, on the way through it. */
export class LocalVariables {
  private readonly tree: SyntaxTree;
  /** Variables whose value is the function's own: what changes in them is lost at its end. */
  private readonly owned = new Set<string>();
  /** Variables that are references, with the variable that they lead into; undefined where that is unknown. */
  private readonly references = new Map<string, string | undefined>();
  private values = new Map<string, AbstractValue>();

  constructor(tree: SyntaxTree) {
    this.tree = tree;
  }

  /** Undefined for a name that is no variable here. */
  get(name: string): AbstractValue | undefined {
    return this.values.get(name);
  }

  set(name: string, outcome: AbstractValue): void {
    this.values.set(name, outcome);
  }

  own(name: string): void {
    this.owned.add(name);
  }

  /** What is changed through a variable is a part of another one. */
  refer(name: string, to: string | undefined): void {
    if (name !== to) this.references.set(name, to);
  }

  /** Gives every name in a pattern what is matched; a part of an argument is an argument too. */
  bind(pattern: SyntaxNode | undefined, outcome: AbstractValue): void {
    const shape = pattern?.type === 'match_pattern' ? pattern.children[0] : pattern;
    for (const node of shape === undefined ? [] : descendants(shape)) {
      const isName = node.type === 'identifier' || node.type === 'shorthand_field_identifier';
      const name = this.tree.textOf(node);
      // What begins with a capital is a variant or a constant.
      if (!isName || /^[A-Z]/.test(name) || node.parent?.type === 'scoped_identifier') continue;
      const isWhole = node === shape || shape?.type === 'mut_pattern';
      const isSame = isWhole || !('text' in outcome);
      this.set(name, isSame ? outcome : { ...outcome, text: `${outcome.text}.${name}` });
    }
  }

  /**
   * A part of a variable is given another value.
   * @returns false where that outlives the function
   */
  change(name: string, to: AbstractValue): boolean {
    if (this.references.has(name)) {
      const to = this.references.get(name);
      this.references.delete(name);
      const isOwn = to !== undefined && this.change(to, COMPUTED);
      this.references.set(name, to);
      return isOwn;
    }
    const owner = this.get(name);
    if (owner === undefined || (owner.kind === 'input' && !this.owned.has(name))) return false;
    const isFixed = owner.kind === 'constant' && to.kind === 'constant';
    this.set(name, isFixed ? compoundValue([owner, to], 'changed') : COMPUTED);
    return true;
  }

  /** Takes each way from the same start; after them a variable is what it is on all of them. */
  choose(condition: AbstractValue, ways: readonly (() => AbstractValue)[]): AbstractValue {
    const isFixed = condition.kind === 'constant';
    const before = this.values;
    let outcome: AbstractValue = NEVER;
    let after: Map<string, AbstractValue> | undefined;
    for (const way of ways) {
      this.values = new Map(before);
      const one = way();
      outcome = joinValues(outcome, one, isFixed);
      if (one.kind === 'never') continue;
      after = after === undefined ? this.values : joinVariables(after, this.values, isFixed);
    }
    this.values = after ?? before;
    return outcome;
  }

  /**
   * Takes a way again and again, or not at all.
   * @returns whether that changes any variable that was there before
   */
  repeat(way: () => AbstractValue): boolean {
    const before = new Map(this.values);
    for (const _pass of [1, 2]) {
      this.choose(CHOSEN, [way, () => UNIT]);
      for (const [name, outcome] of before) {
        const now = this.get(name);
        if (now !== undefined && !isSameAbstractValue(outcome, now)) this.set(name, COMPUTED);
      }
    }
    return [...before].some(([name, was]) => !isSameAbstractValue(was, this.get(name) ?? was));
  }
}

function joinVariables(
  one: ReadonlyMap<string, AbstractValue>,
  other: ReadonlyMap<string, AbstractValue>,
  isFixed: boolean,
): Map<string, AbstractValue> {
  const all = new Map(one);
  for (const [name, outcome] of other) {
    const known = all.get(name);
    all.set(name, known === undefined ? outcome : joinValues(known, outcome, isFixed));
  }
  return all;
}
