import type { Crate, CrateFile } from '../../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../../code/rust/items.ts';
import { lastSegment, pathText } from '../../../code/rust/path.ts';
import { childOf, descendants, type SyntaxNode } from '../../../code/syntax.ts';
import { type CrateFunction, functionOf, isEmptyMacro, isOwnMacro } from './crate-lookups.ts';
import {
  CHECKS,
  changes,
  ends,
  handsOn,
  looks,
  operatorOf,
  PANICS,
  PRINTS,
  wraps,
} from './known-calls.ts';
import {
  CHOSEN,
  COMPUTED,
  constant,
  either,
  integerText,
  joined,
  NEVER,
  type Outcome,
  operate,
  same,
  UNIT,
} from './outcome.ts';
import { hasBreakValue, rootOf } from './places.ts';
import { Variables } from './variables.ts';

/** What a function comes to. */
export interface Followed {
  /** What it returns. */
  readonly outcome: Outcome;
  /** It changes something that outlives it, or asks something outside of the crate to. */
  readonly hasEffect: boolean;
  /** It has a loop, recursion, or a call that may hide one. */
  readonly mayRepeat: boolean;
}

const DEPTH = 6;
const FALSE = constant('false');
const COPIES = /\.(?:clone|to_vec|to_owned|to_string|cloned|copied)\(\)$/;

/**
 * Follows a function through its branches, local variables and the functions of the crate that it
 * calls. What is not understood counts as work, so that only what surely does nothing is called so.
 */
export function follow(crate: Crate, file: CrateFile, fn: RustFunction): Followed {
  const parameters = fn.parameters.map(
    ({ name }): Outcome => ({ kind: 'input', text: name === '' ? '_' : name }),
  );
  return new Follower(crate, file, []).run(fn, { kind: 'input', text: 'self' }, parameters);
}

class Follower {
  private readonly variables: Variables;
  private closures = new Map<string, SyntaxNode>();
  private returned: Outcome = NEVER;
  private hasEffect = false;
  private mayRepeat = false;
  private readonly crate: Crate;
  private readonly file: CrateFile;
  private readonly callers: readonly SyntaxNode[];

  constructor(crate: Crate, file: CrateFile, callers: readonly SyntaxNode[]) {
    this.crate = crate;
    this.file = file;
    this.callers = callers;
    this.variables = new Variables(file.tree);
  }

  run(fn: RustFunction, self: Outcome, args: readonly Outcome[]): Followed {
    this.variables.set('self', self);
    for (const [index, { pattern, name, type }] of fn.parameters.entries()) {
      this.variables.bind(pattern, args[index] ?? COMPUTED);
      if (type !== undefined && !/[&*<']/.test(type.text)) this.variables.own(name);
    }
    const tail = this.value(fn.body);
    const outcome = either(this.returned, tail, false);
    return { outcome, hasEffect: this.hasEffect, mayRepeat: this.mayRepeat };
  }

  private text(node: SyntaxNode): string {
    return this.file.tree.textOf(node);
  }

  private value(node: SyntaxNode | undefined): Outcome {
    if (node === undefined) return UNIT;
    switch (node.type) {
      case 'integer_literal':
        return constant(integerText(this.text(node)));
      case 'identifier':
      case 'self':
        return this.variables.get(this.text(node)) ?? constant(this.text(node));
      case 'parenthesized_expression':
      case 'unsafe_block':
      case 'const_block':
      case 'async_block':
      case 'try_expression':
      case 'await_expression':
        return this.value(node.children.findLast((child) => child.named));
      case 'reference_expression':
        return this.value(childOf(node, 'value'));
      case 'type_cast_expression':
        return this.value(childOf(node, 'value'));
      case 'unary_expression':
        return this.unary(node);
      case 'binary_expression':
        return operate(
          this.text(childOf(node, 'operator') ?? node),
          this.value(childOf(node, 'left')),
          this.value(childOf(node, 'right')),
        );
      case 'field_expression':
        return this.part(this.value(childOf(node, 'value')), node);
      case 'index_expression':
        return this.indexed(node);
      case 'block':
        return this.block(node);
      case 'expression_statement':
        return this.value(node.children[0]);
      case 'let_declaration':
        return this.bindAll(node);
      case 'assignment_expression':
      case 'compound_assignment_expr':
        return this.assign(node);
      case 'return_expression':
        this.returned = either(
          this.returned,
          this.value(node.children.find((child) => child.named)),
          false,
        );
        return NEVER;
      case 'break_expression':
      case 'continue_expression':
        for (const child of node.children)
          if (child.named && child.type !== 'label') this.value(child);
        return NEVER;
      case 'if_expression':
        return this.branch(node);
      case 'let_condition': {
        const value = this.value(childOf(node, 'value'));
        this.variables.bind(childOf(node, 'pattern'), value);
        return value.kind === 'constant' ? constant('unknown') : CHOSEN;
      }
      case 'let_chain':
        return node.children
          .filter((child) => child.named)
          .map((child) => this.value(child))
          .reduce((left, right) => operate('&&', left, right));
      case 'match_expression':
        return this.match(node);
      case 'for_expression':
      case 'while_expression':
      case 'loop_expression':
        return this.loop(node);
      case 'call_expression':
        return this.call(node);
      case 'macro_invocation':
        return this.macro(node);
      case 'closure_expression':
        return constant('closure');
      case 'struct_expression':
        return this.struct(node);
      case 'tuple_expression':
      case 'array_expression':
      case 'range_expression':
        return joined(
          node.children.filter((child) => child.named).map((child) => this.value(child)),
          node.type,
        );
      default:
        return constant(this.text(node));
    }
  }

  private unary(node: SyntaxNode): Outcome {
    const operator = node.children[0]?.type ?? '';
    const operand = this.value(node.children.at(-1));
    if (operator === '*') return operand;
    if (operand.kind !== 'constant')
      return operand.kind === 'never' ? NEVER : either(operand, COMPUTED, false);
    if (operator === '!' && /^(?:true|false)$/.test(operand.text)) {
      return constant(String(operand.text === 'false'));
    }
    return constant(`${operator}${operand.text}`);
  }

  private part(whole: Outcome, node: SyntaxNode): Outcome {
    const field = this.text(childOf(node, 'field') ?? node);
    return 'text' in whole ? { ...whole, text: `${whole.text}.${field}` } : whole;
  }

  private indexed(node: SyntaxNode): Outcome {
    const [base, index] = node.children.filter((child) => child.named);
    const whole = this.value(base);
    const at = this.value(index);
    if (!('text' in whole)) return whole;
    if (at.kind === 'constant') return { ...whole, text: `${whole.text}[${at.text}]` };
    return whole.kind === 'input' && at.kind === 'input' ? whole : COMPUTED;
  }

  private block(node: SyntaxNode): Outcome {
    const statements = node.children.filter(
      ({ named, type }) =>
        (named && type !== 'label' && !/_item$|_declaration$/.test(type)) ||
        type === 'let_declaration',
    );
    let last: Outcome = UNIT;
    for (const statement of statements) {
      last = this.value(statement);
      if (last.kind === 'never') return NEVER;
    }
    const tail = statements.at(-1);
    const isValue =
      tail !== undefined && tail.type !== 'let_declaration' && !this.text(tail).endsWith(';');
    return isValue ? last : UNIT;
  }

  private bindAll(node: SyntaxNode): Outcome {
    const pattern = childOf(node, 'pattern');
    const value = childOf(node, 'value');
    const outcome = value === undefined ? constant('nothing') : this.value(value);
    if (outcome.kind === 'never') return NEVER;
    const otherwise = childOf(node, 'alternative');
    if (otherwise !== undefined) {
      this.variables.choose(outcome, [() => this.value(otherwise), () => UNIT]);
    }
    if (pattern?.type === 'identifier' && value?.type === 'closure_expression') {
      this.closures.set(this.text(pattern), value);
    }
    this.variables.bind(pattern, outcome);
    if (pattern !== undefined && value !== undefined && COPIES.test(this.text(value))) {
      this.variables.own(this.text(pattern).replace(/^mut\s+/, ''));
    }
    return UNIT;
  }

  private assign(node: SyntaxNode): Outcome {
    const left = childOf(node, 'left');
    const right = this.value(childOf(node, 'right'));
    if (left === undefined || right.kind === 'never') return right;
    const before = this.value(left);
    const operator = this.text(childOf(node, 'operator') ?? node).replace(/=$/, '');
    const after = node.type === 'assignment_expression' ? right : operate(operator, before, right);
    if (left.type === 'identifier') {
      this.variables.set(this.text(left), after);
      return UNIT;
    }
    // Two things that are computed need not be the same thing.
    const stays = 'text' in before && same(before, after);
    if (this.text(left) !== '_' && !stays) this.change(left, after);
    return UNIT;
  }

  /** A place is given another value: an effect, unless it belongs to a local variable. */
  private change(place: SyntaxNode, to: Outcome): void {
    const root = rootOf(place);
    if (!this.variables.change(root === undefined ? '' : this.text(root), to))
      this.hasEffect = true;
  }

  private branch(node: SyntaxNode): Outcome {
    const condition = this.value(childOf(node, 'condition'));
    const then = childOf(node, 'consequence');
    const otherwise = childOf(node, 'alternative')?.children.findLast((child) => child.named);
    if (condition.kind === 'never') return NEVER;
    if (condition.kind === 'constant' && condition.text === 'true') return this.value(then);
    if (condition.kind === 'constant' && condition.text === 'false') return this.value(otherwise);
    return this.variables.choose(condition, [() => this.value(then), () => this.value(otherwise)]);
  }

  private match(node: SyntaxNode): Outcome {
    const on = this.value(childOf(node, 'value'));
    const arms = childOf(node, 'body')?.children.filter(({ type }) => type === 'match_arm') ?? [];
    return this.variables.choose(
      on,
      arms.map((arm) => () => {
        const pattern = childOf(arm, 'pattern');
        this.variables.bind(pattern, on);
        const guard = pattern === undefined ? undefined : childOf(pattern, 'condition');
        if (guard !== undefined && same(this.value(guard), FALSE)) return NEVER;
        return this.value(childOf(arm, 'value'));
      }),
    );
  }

  private loop(node: SyntaxNode): Outcome {
    const body = childOf(node, 'body');
    const over = childOf(node, node.type === 'for_expression' ? 'value' : 'condition');
    const condition = over === undefined ? CHOSEN : this.value(over);
    if (same(condition, FALSE) || condition.kind === 'never' || body === undefined) return UNIT;
    const element: Outcome = condition.kind === 'constant' ? CHOSEN : condition;
    const effect = this.hasEffect;
    const returned = this.returned;
    const changed = this.variables.repeat(() => {
      this.variables.bind(childOf(node, 'pattern'), element);
      return this.value(body);
    });
    if (changed || this.hasEffect !== effect || !same(returned, this.returned))
      this.mayRepeat = true;
    return hasBreakValue(body) ? COMPUTED : UNIT;
  }

  private struct(node: SyntaxNode): Outcome {
    const fields = childOf(node, 'body')?.children ?? [];
    const parts = fields.map((field) =>
      this.value(childOf(field, 'value') ?? field.children.at(-1)),
    );
    return parts.length === 0 || parts.every(({ kind }) => kind === 'constant')
      ? constant(this.text(node))
      : COMPUTED;
  }

  private call(node: SyntaxNode): Outcome {
    const callee = childOf(node, 'function');
    const list = childOf(node, 'arguments')?.children.filter((child) => child.named) ?? [];
    if (callee === undefined) return COMPUTED;
    const inner =
      callee.type === 'generic_function' ? (childOf(callee, 'function') ?? callee) : callee;
    if (inner.type === 'field_expression') return this.method(inner, list);
    const closure = this.closures.get(this.text(callee));
    const args = list.map((argument) => this.value(argument));
    if (args.some(({ kind }) => kind === 'never')) return NEVER;
    if (closure !== undefined || inner.type === 'parenthesized_expression') {
      return this.enter(closure ?? inner.children.find((child) => child.named) ?? inner, args);
    }
    const path = pathText(this.file.tree, inner);
    const name = lastSegment(path);
    const known = functionOf(this.crate, path);
    if (known !== undefined) return this.inside(known, constant('()'), args, list);
    if (ends(name)) return UNIT;
    if (wraps(name) || (args.length === 0 && /^(?:default|with_capacity)$/.test(name))) {
      return joined(args, path);
    }
    this.mayRepeat = true;
    const moves = list.some((argument) => /^&\s*mut\b/.test(this.text(argument)));
    if (moves || args.length === 0) this.hasEffect = true;
    return args.every(({ kind }) => kind === 'constant') && args.length > 0
      ? joined(args, path)
      : COMPUTED;
  }

  private method(callee: SyntaxNode, list: readonly SyntaxNode[]): Outcome {
    const on = childOf(callee, 'value');
    const name = this.text(childOf(callee, 'field') ?? callee);
    if (on === undefined) return COMPUTED;
    const receiver = this.value(on);
    const args = list.map((argument) => this.value(argument));
    if (receiver.kind === 'never') return NEVER;
    const known = functionOf(this.crate, name, true);
    if (known !== undefined) return this.inside(known, receiver, args, [on, ...list]);
    for (const argument of list) {
      if (argument.type !== 'closure_expression') continue;
      const given = args.map(() => (receiver.kind === 'constant' ? constant('element') : COMPUTED));
      this.enter(argument, [...given, ...given]);
    }
    if (changes(name) && rootOf(on) !== undefined) this.change(on, joined(args, name));
    if (handsOn(name)) return receiver;
    if (looks(name)) return receiver.kind === 'constant' ? joined([receiver], name) : CHOSEN;
    const operator = operatorOf(name);
    const [first] = args;
    if (operator !== undefined && first !== undefined) return operate(operator, receiver, first);
    this.mayRepeat = true;
    if (receiver.kind === 'constant' && args.every(({ kind }) => kind === 'constant')) {
      return joined([receiver, ...args], name);
    }
    return COMPUTED;
  }

  /** Runs a closure here and now; its names go as they came. */
  private enter(closure: SyntaxNode, args: readonly Outcome[]): Outcome {
    const parameters = childOf(closure, 'parameters')?.children.filter(({ named }) => named) ?? [];
    for (const [index, parameter] of parameters.entries()) {
      this.variables.bind(childOf(parameter, 'pattern') ?? parameter, args[index] ?? COMPUTED);
    }
    return this.value(childOf(closure, 'body'));
  }

  private inside(
    { file, fn }: CrateFunction,
    self: Outcome,
    args: readonly Outcome[],
    places: readonly SyntaxNode[],
  ): Outcome {
    if (this.callers.length > DEPTH || this.callers.includes(fn.node)) {
      this.mayRepeat = true;
      return COMPUTED;
    }
    const followed = new Follower(this.crate, file, [...this.callers, fn.node]).run(
      fn,
      self.kind === 'constant' ? { kind: 'input', text: 'self' } : self,
      fn.parameters.map(({ name, type }, index): Outcome => {
        const given = args[index] ?? COMPUTED;
        return type?.mutable === true ? { kind: 'input', text: name } : given;
      }),
    );
    this.mayRepeat ||= followed.mayRepeat;
    if (!followed.hasEffect) return followed.outcome;
    // What the callee changes through a reference is ours, or somebody else's.
    const own = places.filter((place) => rootOf(place) !== undefined);
    if (own.length === 0) this.hasEffect = true;
    for (const place of own) this.change(place, COMPUTED);
    return followed.outcome;
  }

  private macro(node: SyntaxNode): Outcome {
    const name = lastSegment(this.text(childOf(node, 'macro') ?? node));
    if (PANICS.test(name)) return NEVER;
    if (CHECKS.test(name)) return UNIT;
    if (PRINTS.test(name)) {
      this.hasEffect = true;
      return UNIT;
    }
    if (isEmptyMacro(this.crate, name)) return constant(`${name}!`);
    const used = descendants(node).filter(({ type }) => type === 'identifier' || type === 'self');
    const outcomes = used.flatMap((one) => this.variables.get(this.text(one)) ?? []);
    const isFixed = outcomes.every(({ kind }) => kind === 'constant');
    if (isFixed && !isOwnMacro(this.crate, name)) return constant(this.text(node));
    if (/^matches$/.test(name)) return CHOSEN;
    if (!/^(?:vec|format|matches|concat|stringify)$/.test(name)) this.hasEffect = true;
    this.mayRepeat = true;
    return COMPUTED;
  }
}
