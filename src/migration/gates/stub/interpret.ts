import type { Crate, CrateFile } from '../../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../../code/rust/items/items.ts';
import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import {
  type AbstractValue,
  binaryValue,
  CHOSEN,
  COMPUTED,
  compoundValue,
  constantOf,
  elementValue,
  fieldValue,
  integerText,
  isSameAbstractValue,
  joinValues,
  NEVER,
  UNIT,
  unaryValue,
} from './abstract-value.ts';
import type { CrateFunction } from './crate-lookups.ts';
import { CallInterpreter, type FunctionEffect } from './interpret-calls.ts';
import { hasBreakValue, rootVariableOf } from './place-expressions.ts';

const FALSE = constantOf('false');
const COPIES = /\.(?:clone|to_vec|to_owned|to_string|cloned|copied)\(\)$/;

/**
 * Follows a function through its branches, local variables and the functions of the crate that it
 * calls. What is not understood counts as work, so that only what surely does nothing is called so.
 */
export function interpretFunction(crate: Crate, file: CrateFile, fn: RustFunction): FunctionEffect {
  const parameters = fn.parameters.map(
    ({ name }): AbstractValue => ({ kind: 'input', text: name === '' ? '_' : name }),
  );
  return new StubInterpreter(crate, file, []).run(fn, { kind: 'input', text: 'self' }, parameters);
}

class StubInterpreter extends CallInterpreter {
  private returned: AbstractValue = NEVER;

  run(fn: RustFunction, self: AbstractValue, args: readonly AbstractValue[]): FunctionEffect {
    this.current = fn;
    this.variables.set('self', self);
    for (const [index, { pattern, name, type }] of fn.parameters.entries()) {
      this.variables.bind(pattern, args[index] ?? COMPUTED);
      if (type !== undefined && !/[&*<']/.test(type.text)) this.variables.own(name);
      if (type?.mutable === true) this.references.add(name);
    }
    const tail = this.value(fn.body);
    const outcome = joinValues(this.returned, tail, false);
    return { outcome, hasEffect: this.hasEffect, mayRepeat: this.mayRepeat };
  }

  protected value(node: SyntaxNode | undefined): AbstractValue {
    if (node === undefined) return UNIT;
    switch (node.type) {
      case 'integer_literal':
        return constantOf(integerText(this.text(node)));
      case 'identifier':
      case 'self':
        return this.variables.get(this.text(node)) ?? constantOf(this.text(node));
      case 'parenthesized_expression':
      case 'unsafe_block':
      case 'const_block':
      case 'async_block':
      case 'await_expression':
        return this.value(node.children.findLast((child) => child.named));
      case 'try_expression': {
        const tried = this.value(node.children.findLast((child) => child.named));
        // What fails comes back at once, so that there are two results at least.
        if (tried.kind !== 'constant' && tried.kind !== 'never') {
          this.returned = joinValues(this.returned, CHOSEN, false);
        }
        return tried;
      }
      case 'reference_expression':
        return this.value(childOf(node, 'value'));
      case 'type_cast_expression':
        return this.value(childOf(node, 'value'));
      case 'unary_expression':
        return unaryValue(node.children[0]?.type ?? '', this.value(node.children.at(-1)));
      case 'binary_expression':
        return binaryValue(
          this.text(childOf(node, 'operator') ?? node),
          this.value(childOf(node, 'left')),
          this.value(childOf(node, 'right')),
        );
      case 'field_expression':
        return fieldValue(
          this.value(childOf(node, 'value')),
          this.text(childOf(node, 'field') ?? node),
        );
      case 'index_expression': {
        const [base, index] = node.children.filter((child) => child.named);
        return elementValue(this.value(base), this.value(index));
      }
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
        this.returned = joinValues(
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
        return value.kind === 'constant' ? constantOf('unknown') : CHOSEN;
      }
      case 'let_chain':
        return node.children
          .filter((child) => child.named)
          .map((child) => this.value(child))
          .reduce((left, right) => binaryValue('&&', left, right));
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
        return this.captures(node) ? COMPUTED : constantOf('closure');
      case 'struct_expression':
        return this.struct(node);
      case 'tuple_expression':
      case 'array_expression':
      case 'range_expression':
        return compoundValue(
          node.children.filter((child) => child.named).map((child) => this.value(child)),
          node.type,
        );
      default:
        return constantOf(this.text(node));
    }
  }

  private block(node: SyntaxNode): AbstractValue {
    const statements = node.children.filter(
      ({ named, type }) =>
        (named && type !== 'label' && !/_item$|_declaration$/.test(type)) ||
        type === 'let_declaration',
    );
    let last: AbstractValue = UNIT;
    for (const statement of statements) {
      last = this.value(statement);
      if (last.kind === 'never') return NEVER;
    }
    const tail = statements.at(-1);
    const isValue =
      tail !== undefined && tail.type !== 'let_declaration' && !this.text(tail).endsWith(';');
    return isValue ? last : UNIT;
  }

  private bindAll(node: SyntaxNode): AbstractValue {
    const pattern = childOf(node, 'pattern');
    const value = childOf(node, 'value');
    const outcome = value === undefined ? constantOf('nothing') : this.value(value);
    if (outcome.kind === 'never') return NEVER;
    const otherwise = childOf(node, 'alternative');
    if (otherwise !== undefined) {
      this.variables.choose(outcome, [() => this.value(otherwise), () => UNIT]);
    }
    if (pattern?.type === 'identifier' && value?.type === 'closure_expression') {
      this.closures.set(this.text(pattern), value);
    }
    this.variables.bind(pattern, outcome);
    if (pattern !== undefined && value !== undefined && isReference(node, this.text(value))) {
      const root = rootVariableOf(
        value.type === 'reference_expression' ? (childOf(value, 'value') ?? value) : value,
      );
      const name = root === undefined ? undefined : this.text(root);
      const isVariable = name !== undefined && this.variables.get(name) !== undefined;
      this.variables.refer(
        this.text(pattern).replace(/^mut\s+/, ''),
        isVariable ? name : undefined,
      );
    }
    if (pattern !== undefined && value !== undefined && COPIES.test(this.text(value))) {
      this.variables.own(this.text(pattern).replace(/^mut\s+/, ''));
    }
    return UNIT;
  }

  private assign(node: SyntaxNode): AbstractValue {
    const left = childOf(node, 'left');
    const right = this.value(childOf(node, 'right'));
    if (left === undefined || right.kind === 'never') return right;
    const before = this.value(left);
    const operator = this.text(childOf(node, 'operator') ?? node).replace(/=$/, '');
    const after =
      node.type === 'assignment_expression' ? right : binaryValue(operator, before, right);
    if (left.type === 'identifier') {
      this.variables.set(this.text(left), after);
      return UNIT;
    }
    // Two things that are computed need not be the same thing.
    const stays = 'text' in before && isSameAbstractValue(before, after);
    if (this.text(left) !== '_' && !stays) this.change(left, after);
    return UNIT;
  }

  private branch(node: SyntaxNode): AbstractValue {
    const condition = this.value(childOf(node, 'condition'));
    const then = childOf(node, 'consequence');
    const otherwise = childOf(node, 'alternative')?.children.findLast((child) => child.named);
    if (condition.kind === 'never') return NEVER;
    if (condition.kind === 'constant' && condition.text === 'true') return this.value(then);
    if (condition.kind === 'constant' && condition.text === 'false') return this.value(otherwise);
    return this.variables.choose(condition, [() => this.value(then), () => this.value(otherwise)]);
  }

  private match(node: SyntaxNode): AbstractValue {
    const on = this.value(childOf(node, 'value'));
    const arms = childOf(node, 'body')?.children.filter(({ type }) => type === 'match_arm') ?? [];
    return this.variables.choose(
      on,
      arms.map((arm) => () => {
        const pattern = childOf(arm, 'pattern');
        this.variables.bind(pattern, on);
        const guard = pattern === undefined ? undefined : childOf(pattern, 'condition');
        if (guard !== undefined && isSameAbstractValue(this.value(guard), FALSE)) return NEVER;
        return this.value(childOf(arm, 'value'));
      }),
    );
  }

  private loop(node: SyntaxNode): AbstractValue {
    const body = childOf(node, 'body');
    const over = childOf(node, node.type === 'for_expression' ? 'value' : 'condition');
    const condition = over === undefined ? CHOSEN : this.value(over);
    if (isSameAbstractValue(condition, FALSE) || condition.kind === 'never' || body === undefined)
      return UNIT;
    const element: AbstractValue = condition.kind === 'constant' ? CHOSEN : condition;
    const effect = this.hasEffect;
    const returned = this.returned;
    const changed = this.variables.repeat(() => {
      this.variables.bind(childOf(node, 'pattern'), element);
      return this.value(body);
    });
    if (changed || this.hasEffect !== effect || !isSameAbstractValue(returned, this.returned))
      this.mayRepeat = true;
    return hasBreakValue(body) ? COMPUTED : UNIT;
  }

  private struct(node: SyntaxNode): AbstractValue {
    const fields = childOf(node, 'body')?.children ?? [];
    const parts = fields.map((field) =>
      this.value(childOf(field, 'value') ?? field.children.at(-1)),
    );
    return parts.length === 0 || parts.every(({ kind }) => kind === 'constant')
      ? constantOf(this.text(node))
      : COMPUTED;
  }

  protected inside(
    fn: CrateFunction,
    self: AbstractValue,
    args: readonly AbstractValue[],
  ): FunctionEffect {
    const callee = new StubInterpreter(this.crate, fn.file, [...this.callers, fn.fn.node]);
    return callee.run(fn.fn, self, args);
  }
}

/**
 * Whether what is changed through a variable belongs to something else: it is bound to `&mut`, or to what a
 * method with such a name gives; or it is not `mut` itself, and so can only be a reference where it is changed.
 */
function isReference(declaration: SyntaxNode, value: string): boolean {
  if (/^&\s*mut\b|_mut\(\)?$|_mut\([^()]*\)(?:\?|\.unwrap\(\))?$/.test(value)) return true;
  return !declaration.children.some(({ type }) => type === 'mutable_specifier');
}
