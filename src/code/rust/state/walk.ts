import type { SyntaxNode } from '../../syntax/syntax.ts';
import { integerValue } from '../items/integer-literal.ts';
import type { OtherFunction, RustFunction } from '../items/items.ts';
import type { RustFile } from '../items/rust-file.ts';
import { pointee, type RustType } from '../items/types.ts';
import { constantsOf } from '../ranges/constants.ts';
import type { IntegerRange } from '../ranges/integer-range.ts';
import type { RustAssumption } from './assumptions.ts';
import { type EventContext, type FunctionEvents, noEvents, type UnsafeBlock } from './events.ts';
import { type Condition, type Fact, type FactKind, FactSet } from './facts.ts';
import { type Binding, Scopes } from './scope.ts';
import type { RustTaint } from './taint.ts';
import {
  joinValues,
  type LockGuard,
  type RustValue,
  UNKNOWN,
  UNKNOWN_NUMBER,
  withAssumed,
} from './value.ts';

/** Evaluates one kind of node. */
export type Evaluator = (walk: RustWalk, node: SyntaxNode) => RustValue;

/** What one way through a branching leaves behind. */
export interface Branch {
  readonly value: RustValue;
  readonly facts: FactSet;
  readonly diverged: boolean;
  readonly changes: ReadonlyMap<Binding, RustValue>;
}

/** What a call says of the function that it calls. */
export interface CalledName {
  readonly name: string;
  /** The path of a function with imports resolved; of a method its name alone. */
  readonly path: string;
  /** The type of the receiver of a method. */
  readonly receiver: RustType | undefined;
}

/** What the other files of the project tell. */
export interface OtherFiles {
  /** The function that a call means, where the names leave no doubt. */
  functionCalled(call: CalledName): OtherFunction | undefined;
  /** The rule of a macro that takes so many arguments, where the crate has exactly one. */
  macroCalled(name: string, parameters: number): OtherFunction | undefined;
  /** Untrusted data that a function gives back. */
  returnedBy(fn: OtherFunction): RustTaint | undefined;
  /** The type of a field, where the struct is known. */
  fieldType(type: RustType | undefined, field: string): RustType | undefined;
}

/** What other functions have shown about this one. */
export interface CallInputs {
  readonly others: OtherFiles;
  /** Untrusted data that callers pass, by the parameter's index. */
  readonly parameters: ReadonlyMap<number, RustTaint>;
  /** Untrusted data that functions of the same file return, by the function. */
  readonly returned: ReadonlyMap<RustFunction, RustTaint>;
  /** What functions of the same file give back, where it is less than their type holds. */
  readonly numbers: ReadonlyMap<RustFunction, IntegerRange>;
}

const NO_GUARDS: readonly LockGuard[] = [];

/**
 * The state of one forward pass over a function. Rust's control flow is
 * structured, so one pass in source order with a split and a join for each
 * branching sees every path; loops are entered once with what they may change
 * forgotten.
 */
export class RustWalk {
  readonly file: RustFile;
  readonly fn: RustFunction;
  readonly inputs: CallInputs;
  readonly events: FunctionEvents = noEvents();
  readonly scopes = new Scopes();
  readonly unsafeBlocks: UnsafeBlock[] = [];
  facts = FactSet.none;
  diverged = false;
  inAsync: boolean;
  loops = 0;
  closures = 0;
  /** How many branches around may not be taken. */
  depth = 0;
  /** Guards without a name that live until the end of the construct being walked. */
  temporaries: readonly LockGuard[] = NO_GUARDS;
  /** Where the parameters of a closure come from: what the method it is given to works on. */
  closureInput: RustTaint | undefined = undefined;
  private readonly lost = new Map<Binding, RustAssumption>();
  private readonly changes: Map<Binding, RustValue>[] = [];
  private readonly evaluators: ReadonlyMap<string, Evaluator>;
  private nextPlace = 0;

  constructor(
    file: RustFile,
    fn: RustFunction,
    seeds: CallInputs,
    evaluators: ReadonlyMap<string, Evaluator>,
  ) {
    this.file = file;
    this.fn = fn;
    this.inputs = seeds;
    this.inAsync = fn.isAsync;
    this.evaluators = evaluators;
  }

  evaluate(node: SyntaxNode): RustValue {
    this.lookAt(node);
    const evaluator = this.evaluators.get(node.type);
    if (evaluator !== undefined) return evaluator(this, node);
    for (const child of node.children) if (child.named) this.evaluate(child);
    return UNKNOWN;
  }

  /** Notes that a node was taken into account, for what does so without evaluating it. */
  lookAt(node: SyntaxNode): void {
    this.events.evaluated.add(node);
  }

  /** The declared type of a field, where its struct is known. */
  fieldType(type: RustType | undefined, field: string): RustType | undefined {
    return this.file.fieldType(type, field) ?? this.inputs.others.fieldType(type, field);
  }

  /** The value of a constant of integers by its name, where this file defines it and can tell. */
  constantNamed(name: string): bigint | undefined {
    if (this.file.imports.resolve(name) !== name) return undefined;
    return constantsOf(this.file).valueOf(name);
  }

  /**
   * How many elements the values of a type have, if it is one of arrays, or of references to them.
   * @param isOwn whether the type is written in this file, whose constants it may name
   */
  arrayLength(type: RustType | undefined, isOwn: boolean): number | undefined {
    const array = pointee(type);
    if (array?.kind !== 'array') return undefined;
    const [, length = ''] = /;\s*(\w+)\s*\]$/.exec(array.text) ?? [];
    const value = integerValue(length) ?? (isOwn ? this.constantNamed(length) : undefined);
    return value === undefined ? undefined : Number(value);
  }

  eventContext(): EventContext {
    return {
      facts: this.facts,
      inAsync: this.inAsync,
      inUnsafe: this.unsafeBlocks.length > 0 || this.fn.isUnsafe,
      inLoop: this.loops > 0,
      inClosure: this.closures > 0,
      depth: this.depth,
    };
  }

  guards(): readonly LockGuard[] {
    const bindings = this.scopes.guards();
    if (bindings.length === 0) return this.temporaries;
    const held = bindings.flatMap(({ value }) => (value.guard === undefined ? [] : [value.guard]));
    return [...this.temporaries, ...held];
  }

  declare(part: Omit<Binding, 'place' | 'uses'>): Binding {
    const binding = { ...part, place: `#${this.nextPlace}`, uses: [] };
    this.nextPlace += 1;
    this.scopes.declare(binding);
    this.events.bindings.push(binding);
    return binding;
  }

  set(binding: Binding, value: RustValue): void {
    const log = this.changes.at(-1);
    if (log !== undefined && !log.has(binding)) log.set(binding, binding.value);
    binding.value = value;
  }

  /** Nothing shows any longer when a variable of an integer changes: something may write to it at any time. */
  lose(binding: Binding, how: RustAssumption): void {
    this.lost.set(binding, how);
    this.forgetNumber(binding, how);
  }

  /** How a variable may be written at any time; undefined for one that nothing shows to be lost. */
  lostBy(binding: Binding): RustAssumption | undefined {
    return this.lost.get(binding);
  }

  /** What was known of the integer in a variable is no longer so. @param how it may have been written */
  forgetNumber(binding: Binding, how: RustAssumption): void {
    const value = { ...binding.value, ...UNKNOWN_NUMBER, number: undefined };
    this.set(binding, withAssumed(value, how));
    this.facts = this.facts.killNumber(binding.place);
  }

  /** Runs something that may not run at all, for `attains`. */
  perhaps<T>(run: () => T): T {
    this.depth += 1;
    const result = run();
    this.depth -= 1;
    return result;
  }

  /** Runs one way of a branching and puts the state back. */
  branch(run: () => RustValue, learnt: readonly Fact[] = []): Branch {
    const { facts, diverged, temporaries } = this;
    const log = new Map<Binding, RustValue>();
    this.changes.push(log);
    this.facts = facts.with(learnt);
    const value = this.perhaps(run);
    this.changes.pop();
    const changes = new Map<Binding, RustValue>();
    for (const [binding, old] of log) {
      changes.set(binding, binding.value);
      binding.value = old;
    }
    const result = { value, facts: this.facts, diverged: this.diverged, changes };
    this.facts = facts;
    this.diverged = diverged;
    this.temporaries = temporaries;
    return result;
  }

  /** Goes on after a branching: what holds is what holds on every way that gets here. */
  join(branches: readonly Branch[]): RustValue {
    const open = branches.filter((branch) => !branch.diverged);
    const [first, ...rest] = open;
    if (first === undefined) {
      this.diverged = true;
      return UNKNOWN;
    }
    const changed = new Set(open.flatMap((branch) => [...branch.changes.keys()]));
    for (const binding of changed) {
      const values = open.map((branch) => branch.changes.get(binding) ?? binding.value);
      this.set(binding, values.reduce(joinValues));
    }
    this.facts = rest.reduce((facts, branch) => facts.meet(branch.facts), first.facts);
    return rest.reduce((value, branch) => joinValues(value, branch.value), first.value);
  }

  learn(facts: Condition['whenTrue']): void {
    this.facts = this.facts.with(facts);
  }

  kill(place: string, kinds?: readonly FactKind[]): void {
    this.facts = this.facts.kill(place, kinds);
  }

  /** The binding that a place belongs to, where it is the whole variable. */
  bindingAt(value: RustValue, node: SyntaxNode | undefined): Binding | undefined {
    const name = node === undefined ? undefined : innermostName(node);
    if (name === undefined) return undefined;
    const binding = this.scopes.find(this.text(name));
    return binding?.place === value.place ? binding : undefined;
  }

  text(node: { readonly start: number; readonly end: number }): string {
    return this.file.tree.text.slice(node.start, node.end);
  }
}

/** The identifier inside `&mut x`, `(x)` or `*x`. */
function innermostName(node: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | undefined = node;
  while (at !== undefined && at.type !== 'identifier') {
    if (!/^(?:reference|parenthesized|unary|try)_expression$/.test(at.type)) return undefined;
    at = at.children.findLast((child) => child.named && child.type !== 'mutable_specifier');
  }
  return at;
}
