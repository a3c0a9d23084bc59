import type { Crate, CrateFile } from '../../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../../code/rust/items/items.ts';
import { lastSegment, pathText } from '../../../code/rust/items/path.ts';
import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import {
  type AbstractValue,
  binaryValue,
  CHOSEN,
  COMPUTED,
  compoundValue,
  constantOf,
  NEVER,
  UNIT,
} from './abstract-value.ts';
import {
  type CrateFunction,
  findCrateFunction,
  isEmptyMacro,
  isOwnMacro,
} from './crate-lookups.ts';
import {
  CHECKS,
  consumesArgument,
  hasExternalEffect,
  mutatesReceiver,
  onlyInspects,
  onlyOpens,
  operatorOf,
  PANICS,
  PRINTS,
  returnsArgument,
  returnsReceiver,
} from './known-calls.ts';
import { LocalVariables } from './local-variables.ts';
import { rootVariableOf } from './place-expressions.ts';
import { isOfAnotherType } from './receiver-types.ts';

/** What a function comes to. */
export interface FunctionEffect {
  /** What it returns. */
  readonly outcome: AbstractValue;
  /** It changes something that outlives it, or asks something outside of the crate to. */
  readonly hasEffect: boolean;
  /** It has a loop, recursion, or a call that may hide one. */
  readonly mayRepeat: boolean;
}

const MAX_DEPTH = 6;

/** What calls, methods, closures and macros come to, within a function that is followed. */
export abstract class CallInterpreter {
  protected readonly variables: LocalVariables;
  protected readonly closures = new Map<string, SyntaxNode>();
  /** Parameters that are `&mut`, which a call takes by their names alone. */
  protected readonly references = new Set<string>();
  protected hasEffect = false;
  protected mayRepeat = false;
  protected readonly crate: Crate;
  protected readonly file: CrateFile;
  protected readonly callers: readonly SyntaxNode[];
  /** The function that is followed. */
  protected current: RustFunction | undefined;

  constructor(crate: Crate, file: CrateFile, callers: readonly SyntaxNode[]) {
    this.crate = crate;
    this.file = file;
    this.callers = callers;
    this.variables = new LocalVariables(file.tree);
  }

  protected abstract value(node: SyntaxNode | undefined): AbstractValue;

  /** Follows a function of the crate from its beginning. */
  protected abstract inside(
    callee: CrateFunction,
    self: AbstractValue,
    args: readonly AbstractValue[],
  ): FunctionEffect;

  protected text(node: SyntaxNode): string {
    return this.file.tree.textOf(node);
  }

  /** A place is given another value: an effect, unless it belongs to a local variable. */
  protected change(place: SyntaxNode, to: AbstractValue): void {
    const root = rootVariableOf(place);
    if (!this.variables.change(root === undefined ? '' : this.text(root), to))
      this.hasEffect = true;
  }

  protected call(node: SyntaxNode): AbstractValue {
    const callee = childOf(node, 'function');
    const list = childOf(node, 'arguments')?.children.filter((child) => child.named) ?? [];
    if (callee === undefined) return COMPUTED;
    const inner =
      callee.type === 'generic_function' ? (childOf(callee, 'function') ?? callee) : callee;
    if (inner.type === 'field_expression') return this.method(inner, list);
    const closure = this.closures.get(this.text(callee));
    const args = list.map((argument) => this.value(argument));
    if (args.some(({ kind }) => kind === 'never')) return NEVER;
    const called =
      inner.type === 'parenthesized_expression' ? inner.children.find(isNamed) : undefined;
    const entered = closure ?? (called?.type === 'closure_expression' ? called : undefined);
    if (entered !== undefined) return this.enter(entered, args);
    // A function that came from outside, as an argument or in a field: what it does is not known.
    if (called !== undefined || this.variables.get(this.text(inner)) !== undefined) {
      this.hasEffect = true;
      this.mayRepeat = true;
      return COMPUTED;
    }
    const path = pathText(this.file.tree, inner);
    const name = lastSegment(path);
    const known = findCrateFunction(this.crate, path);
    if (known !== undefined) return this.ofCrate(known, constantOf('()'), args, list);
    if (hasExternalEffect(path)) this.hasEffect = true;
    if (consumesArgument(name)) return UNIT;
    if (returnsArgument(name) || (args.length === 0 && /^(?:default|with_capacity)$/.test(name))) {
      return compoundValue(args, path);
    }
    if (!onlyOpens(path)) this.mayRepeat = true;
    if (args.length === 0 || list.some(isLent)) this.hasEffect = true;
    for (const argument of list) {
      if (this.references.has(this.text(argument))) this.change(argument, COMPUTED);
    }
    return args.every(({ kind }) => kind === 'constant') && args.length > 0
      ? compoundValue(args, path)
      : COMPUTED;
  }

  private method(callee: SyntaxNode, list: readonly SyntaxNode[]): AbstractValue {
    const on = childOf(callee, 'value');
    const name = this.text(childOf(callee, 'field') ?? callee);
    if (on === undefined) return COMPUTED;
    const receiver = this.value(on);
    const args = list.map((argument) => this.value(argument));
    if (receiver.kind === 'never') return NEVER;
    const known = this.methodNamed(name, on);
    if (known !== undefined) return this.ofCrate(known, receiver, args, [on, ...list]);
    for (const [index, argument] of list.entries()) {
      if (argument.type !== 'closure_expression') continue;
      const given = args.map(() =>
        receiver.kind === 'constant' ? constantOf('element') : COMPUTED,
      );
      // What the closure gives is part of what the method gives: it may look at the arguments.
      args[index] = this.enter(argument, [...given, ...given]);
    }
    if (mutatesReceiver(name) && rootVariableOf(on) !== undefined)
      this.change(on, compoundValue(args, name));
    for (const argument of list) if (isLent(argument)) this.change(argument, COMPUTED);
    if (returnsReceiver(name)) return receiver;
    if (onlyInspects(name))
      return receiver.kind === 'constant' ? compoundValue([receiver], name) : CHOSEN;
    const operator = operatorOf(name);
    const [first] = args;
    if (operator !== undefined && first !== undefined)
      return binaryValue(operator, receiver, first);
    this.mayRepeat = true;
    if (receiver.kind === 'constant' && args.every(({ kind }) => kind === 'constant')) {
      return compoundValue([receiver, ...args], name);
    }
    return COMPUTED;
  }

  private methodNamed(name: string, on: SyntaxNode): CrateFunction | undefined {
    const found = findCrateFunction(this.crate, name, true);
    const site = { crate: this.crate, file: this.file, fn: this.current };
    return found === undefined || isOfAnotherType(site, on, found) ? undefined : found;
  }

  /** Whether a closure takes something along that is not the same for all arguments. */
  protected captures(closure: SyntaxNode): boolean {
    return descendants(closure).some(({ type, start, end }) => {
      if (type !== 'identifier' && type !== 'self') return false;
      const outcome = this.variables.get(this.file.tree.textOf({ start, end }));
      return outcome !== undefined && outcome.kind !== 'constant';
    });
  }

  /** Runs a closure here and now; its names go as they came. */
  private enter(closure: SyntaxNode, args: readonly AbstractValue[]): AbstractValue {
    const parameters = childOf(closure, 'parameters')?.children.filter(({ named }) => named) ?? [];
    for (const [index, parameter] of parameters.entries()) {
      this.variables.bind(childOf(parameter, 'pattern') ?? parameter, args[index] ?? COMPUTED);
    }
    return this.value(childOf(closure, 'body'));
  }

  private ofCrate(
    callee: CrateFunction,
    self: AbstractValue,
    args: readonly AbstractValue[],
    places: readonly SyntaxNode[],
  ): AbstractValue {
    const { fn } = callee;
    if (this.callers.length > MAX_DEPTH || this.callers.includes(fn.node)) {
      this.mayRepeat = true;
      return COMPUTED;
    }
    const followed = this.inside(
      callee,
      self.kind === 'constant' ? { kind: 'input', text: 'self' } : self,
      fn.parameters.map(({ name, type }, index): AbstractValue => {
        const given = args[index] ?? COMPUTED;
        return type?.mutable === true ? { kind: 'input', text: name } : given;
      }),
    );
    this.mayRepeat ||= followed.mayRepeat;
    if (!followed.hasEffect) return followed.outcome;
    // What the callee changes through a reference is a variable of this function, or one of its callers.
    const own = places.filter((place) => rootVariableOf(place) !== undefined);
    if (own.length === 0) this.hasEffect = true;
    for (const place of own) this.change(place, COMPUTED);
    return followed.outcome;
  }

  protected macro(node: SyntaxNode): AbstractValue {
    const name = lastSegment(this.text(childOf(node, 'macro') ?? node));
    if (PANICS.test(name)) return NEVER;
    if (CHECKS.test(name)) return UNIT;
    if (PRINTS.test(name)) {
      this.hasEffect = true;
      return UNIT;
    }
    if (isEmptyMacro(this.crate, name)) return constantOf(`${name}!`);
    const used = descendants(node).filter(({ type }) => type === 'identifier' || type === 'self');
    const outcomes = used.flatMap((one) => this.variables.get(this.text(one)) ?? []);
    const isFixed = outcomes.every(({ kind }) => kind === 'constant');
    if (isFixed && !isOwnMacro(this.crate, name)) return constantOf(this.text(node));
    if (/^matches$/.test(name)) return CHOSEN;
    if (!/^(?:vec|format|matches|concat|stringify)$/.test(name)) this.hasEffect = true;
    this.mayRepeat = true;
    return COMPUTED;
  }
}

function isNamed({ named }: SyntaxNode): boolean {
  return named;
}

/** `&mut place`: the callee may change it. */
function isLent(argument: SyntaxNode): boolean {
  return (
    argument.type === 'reference_expression' &&
    argument.children.some(({ type }) => type === 'mutable_specifier')
  );
}
