import type { SyntaxNode } from '../syntax.ts';
import { type FunctionEvents, noEvents, type Surrounding, type UnsafeBlock } from './events.ts';
import { type Condition, type Fact, type FactKind, Facts } from './facts.ts';
import type { RustFunction } from './items.ts';
import type { RustFile } from './rust-file.ts';
import { type Binding, Scopes } from './scope.ts';
import type { Taint } from './taint.ts';
import { eitherValue, type Guard, UNKNOWN, type Value } from './value.ts';

/** Evaluates one kind of node. */
export type Evaluator = (walk: Walk, node: SyntaxNode) => Value;

/** What one way through a branching leaves behind. */
export interface Branch {
  readonly value: Value;
  readonly facts: Facts;
  readonly diverged: boolean;
  readonly changes: ReadonlyMap<Binding, Value>;
}

/** What other functions of the file have shown about this one. */
export interface Seeds {
  /** Untrusted data that callers pass, by the parameter's index. */
  readonly parameters: ReadonlyMap<number, Taint>;
  /** Untrusted data that functions of this file return, by the function. */
  readonly returned: ReadonlyMap<RustFunction, Taint>;
}

const NO_GUARDS: readonly Guard[] = [];

/**
 * The state of one forward pass over a function. Rust's control flow is
 * structured, so one pass in source order with a split and a join for each
 * branching sees every path; loops are entered once with what they may change
 * forgotten.
 */
export class Walk {
  readonly file: RustFile;
  readonly fn: RustFunction;
  readonly seeds: Seeds;
  readonly events: FunctionEvents = noEvents();
  readonly scopes = new Scopes();
  readonly unsafeBlocks: UnsafeBlock[] = [];
  facts = Facts.none;
  diverged = false;
  inAsync: boolean;
  loops = 0;
  closures = 0;
  /** Guards without a name that live until the end of the construct being walked. */
  temporaries: readonly Guard[] = NO_GUARDS;
  /** Where the parameters of a closure come from: what the method it is given to works on. */
  closureInput: Taint | undefined = undefined;
  private readonly changes: Map<Binding, Value>[] = [];
  private readonly evaluators: ReadonlyMap<string, Evaluator>;
  private nextPlace = 0;

  constructor(
    file: RustFile,
    fn: RustFunction,
    seeds: Seeds,
    evaluators: ReadonlyMap<string, Evaluator>,
  ) {
    this.file = file;
    this.fn = fn;
    this.seeds = seeds;
    this.inAsync = fn.isAsync;
    this.evaluators = evaluators;
  }

  evaluate(node: SyntaxNode): Value {
    const evaluator = this.evaluators.get(node.type);
    if (evaluator !== undefined) return evaluator(this, node);
    for (const child of node.children) if (child.named) this.evaluate(child);
    return UNKNOWN;
  }

  surrounding(): Surrounding {
    return {
      facts: this.facts,
      inAsync: this.inAsync,
      inUnsafe: this.unsafeBlocks.length > 0 || this.fn.isUnsafe,
      inLoop: this.loops > 0,
      inClosure: this.closures > 0,
    };
  }

  guards(): readonly Guard[] {
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

  set(binding: Binding, value: Value): void {
    const log = this.changes.at(-1);
    if (log !== undefined && !log.has(binding)) log.set(binding, binding.value);
    binding.value = value;
  }

  /** Runs one way of a branching and puts the state back. */
  branch(run: () => Value, learnt: readonly Fact[] = []): Branch {
    const { facts, diverged, temporaries } = this;
    const log = new Map<Binding, Value>();
    this.changes.push(log);
    this.facts = facts.with(learnt);
    const value = run();
    this.changes.pop();
    const changes = new Map<Binding, Value>();
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
  join(branches: readonly Branch[]): Value {
    const open = branches.filter((branch) => !branch.diverged);
    const [first, ...rest] = open;
    if (first === undefined) {
      this.diverged = true;
      return UNKNOWN;
    }
    const changed = new Set(open.flatMap((branch) => [...branch.changes.keys()]));
    for (const binding of changed) {
      const values = open.map((branch) => branch.changes.get(binding) ?? binding.value);
      this.set(binding, values.reduce(eitherValue));
    }
    this.facts = rest.reduce((facts, branch) => facts.and(branch.facts), first.facts);
    return rest.reduce((value, branch) => eitherValue(value, branch.value), first.value);
  }

  learn(facts: Condition['whenTrue']): void {
    this.facts = this.facts.with(facts);
  }

  forget(place: string, kinds?: readonly FactKind[]): void {
    this.facts = this.facts.without(place, kinds);
  }

  /** The binding that a place belongs to, where it is the whole variable. */
  bindingAt(value: Value, node: SyntaxNode | undefined): Binding | undefined {
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
