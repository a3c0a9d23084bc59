import { childOf, type SyntaxNode } from '../syntax.ts';
import type { Expr, Span, Variable } from './ast.ts';
import { constantOf, heldBy } from './constants.ts';
import { type DeclaratorContext, declare, specifiedType, typeOfSpecifier } from './declarators.ts';
import { characterOf, numberOf, stringOf } from './literals.ts';
import { NULL_NAMES, standardConstant } from './standard-names.ts';
import type { Macro, Symbols } from './symbols.ts';
import {
  arithmeticType,
  BOOL,
  CHAR,
  CHAR_POINTER,
  type CType,
  DOUBLE,
  INT,
  LONG,
  pointee,
  promoted,
  SIZE,
  UINT,
  UNKNOWN,
  VOID_POINTER,
} from './types.ts';

/** The text that nodes point into: the file's, or a macro's body seen from its use. */
export interface Source {
  readonly text: string;
  /** The place of the macro's use, which all of its code carries. */
  readonly span: Span | undefined;
  /** The arguments of the macro that is being expanded. */
  readonly args: ReadonlyMap<string, MacroArgument>;
  readonly depth: number;
}

export interface MacroArgument {
  readonly node: SyntaxNode;
  readonly source: Source;
}

/** Parses a macro's body on its own. */
export type FragmentParser = (text: string) => SyntaxNode;

const MAX_EXPANSION = 8;
const MAX_BODY = 4000;
const CASTS = /^(static_cast|reinterpret_cast|const_cast|dynamic_cast)$/;

/** Lowers expression syntax to typed trees, with names resolved and macros expanded. */
export class ExpressionLowering implements DeclaratorContext {
  readonly symbols: Symbols;
  /** Whether the language has methods, so that a call through a member may be of one. */
  hasMethods = false;
  protected source: Source;
  private readonly parseFragment: FragmentParser;
  private readonly fragments: Map<string, SyntaxNode>;
  private readonly scopes: Map<string, Variable>[] = [];

  constructor(
    symbols: Symbols,
    text: string,
    parseFragment: FragmentParser,
    fragments: Map<string, SyntaxNode>,
  ) {
    this.symbols = symbols;
    this.source = { text, span: undefined, args: new Map(), depth: 0 };
    this.parseFragment = parseFragment;
    this.fragments = fragments;
  }

  textOf(node: SyntaxNode): string {
    return this.source.text.slice(node.start, node.end);
  }

  protected span(node: SyntaxNode): Span {
    return this.source.span ?? node;
  }

  protected pushScope(): void {
    this.scopes.push(new Map());
  }

  protected popScope(): Variable[] {
    return [...(this.scopes.pop()?.values() ?? [])];
  }

  protected bind(variable: Variable): void {
    this.scopes.at(-1)?.set(variable.name, variable);
  }

  protected lookup(name: string): Variable | undefined {
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found !== undefined) return found;
    }
    return this.symbols.global(name);
  }

  /** Lowers any expression node; what is not understood becomes opaque, with its parts. */
  lower(node: SyntaxNode): Expr {
    switch (node.type) {
      case 'parenthesized_expression':
      case 'condition_clause':
        return this.lowerInner(node);
      case 'number_literal':
        return this.numberLiteral(node);
      case 'char_literal':
        return this.number(node, characterOf(this.textOf(node)), INT);
      case 'true':
      case 'false':
        return this.number(node, node.type === 'true' ? 1 : 0, BOOL);
      case 'null':
      case 'nullptr':
        return this.number(node, 0, VOID_POINTER);
      case 'string_literal':
      case 'raw_string_literal':
      case 'system_lib_string':
        return this.string(node, stringOf(this.textOf(node)));
      case 'concatenated_string':
        return this.concatenated(node);
      case 'identifier':
      case 'type_identifier':
      case 'field_identifier':
      case 'qualified_identifier':
      case 'template_function':
      case 'this':
        return this.name(node);
      case 'call_expression':
        return this.call(node);
      case 'unary_expression':
        return this.unary(node);
      case 'pointer_expression':
        return this.pointer(node);
      case 'update_expression':
        return this.update(node);
      case 'binary_expression':
      case 'comma_expression':
        return this.binary(node);
      case 'assignment_expression':
        return this.assignment(node);
      case 'conditional_expression':
        return this.conditional(node);
      case 'cast_expression':
        return this.cast(node);
      case 'compound_literal_expression':
        return this.compoundLiteral(node);
      case 'sizeof_expression':
      case 'alignof_expression':
        return this.sizeof(node);
      case 'offsetof_expression':
        return {
          kind: 'sizeof',
          size: undefined,
          operand: undefined,
          of: SIZE,
          type: SIZE,
          ...this.at(node),
        };
      case 'subscript_expression':
        return this.subscript(node);
      case 'field_expression':
        return this.member(node);
      case 'initializer_list':
      case 'argument_list':
        return this.initList(node);
      case 'new_expression':
        return this.newExpression(node);
      case 'delete_expression':
        return this.deleteExpression(node);
      case 'throw_expression':
      case 'throw_statement':
        return this.throwExpression(node);
      default:
        return this.opaque(node);
    }
  }

  private at(node: SyntaxNode): Span {
    const { start, end } = this.span(node);
    return { start, end };
  }

  private number(node: SyntaxNode, value: number, type: CType): Expr {
    return { kind: 'number', value, type, ...this.at(node) };
  }

  private numberLiteral(node: SyntaxNode): Expr {
    const text = this.textOf(node);
    const type = numberType(text);
    return this.number(node, heldBy(type, numberOf(text) ?? 0), type);
  }

  private string(node: SyntaxNode, value: string): Expr {
    const type: CType = { kind: 'array', of: CHAR, length: value.length + 1 };
    return { kind: 'string', value, type, ...this.at(node) };
  }

  private lowerInner(node: SyntaxNode): Expr {
    const inner = childOf(node, 'value') ?? node.children.find((child) => child.named);
    return inner === undefined ? this.opaque(node) : this.lower(inner);
  }

  private lowerField(node: SyntaxNode, field: string): Expr {
    const child = childOf(node, field);
    return child === undefined ? this.opaque(node, []) : this.lower(child);
  }

  private opaque(node: SyntaxNode, parts?: readonly Expr[]): Expr {
    const inside =
      parts ??
      (node.type === 'lambda_expression' || node.type === 'compound_statement'
        ? []
        : node.children
            .filter((child) => /expression|identifier|literal/.test(child.type))
            .map((child) => this.lower(child)));
    return { kind: 'opaque', parts: inside, type: UNKNOWN, ...this.at(node) };
  }

  private concatenated(node: SyntaxNode): Expr {
    let value = '';
    for (const child of node.children) {
      const part = child.type.endsWith('string_literal')
        ? stringOf(this.textOf(child))
        : this.stringMacro(child);
      value += part;
    }
    return this.string(node, value);
  }

  /** `PRId64` and its like stand for a conversion; a macro of the file for its string. */
  private stringMacro(node: SyntaxNode): string {
    const lowered = this.lower(node);
    if (lowered.kind === 'string') return lowered.value;
    return /^PRI/.test(this.textOf(node)) ? 'd' : '';
  }

  private name(node: SyntaxNode): Expr {
    const name = this.textOf(node).replace(/\s+/g, '');
    const argument = this.source.args.get(name);
    if (argument !== undefined)
      return this.within(argument.source, () => this.lower(argument.node));
    const variable = this.lookup(name);
    if (variable !== undefined) {
      return { kind: 'name', name, variable, type: variable.type, ...this.at(node) };
    }
    if (NULL_NAMES.has(name)) return this.number(node, 0, VOID_POINTER);
    const macro = this.symbols.macro(name);
    if (macro !== undefined && macro.parameters === undefined && macro.body !== '') {
      const expanded = this.expand(macro, node, []);
      if (expanded !== undefined) return expanded;
    }
    const enumerator = this.symbols.enumerator(name);
    if (enumerator !== undefined) return this.number(node, enumerator, INT);
    const constant = standardConstant(name.replace(/^std::/, ''));
    if (constant !== undefined) return this.number(node, constant.value, constant.type);
    return {
      kind: 'name',
      name,
      variable: undefined,
      type: this.typeOfName(name),
      ...this.at(node),
    };
  }

  private typeOfName(name: string): CType {
    const symbol = this.symbols.function(name);
    if (symbol !== undefined)
      return { kind: 'function', returns: symbol.returns, parameters: symbol.parameters };
    if (name === 'stdin' || name === 'stdout' || name === 'stderr') {
      return { kind: 'pointer', to: { kind: 'record', name: 'FILE' } };
    }
    if (name === 'errno') return INT;
    if (name === 'this') return { kind: 'pointer', to: UNKNOWN };
    return UNKNOWN;
  }

  /** Runs a lowering with another text under the nodes. */
  protected within<T>(source: Source, action: () => T): T {
    const before = this.source;
    this.source = source;
    try {
      return action();
    } finally {
      this.source = before;
    }
  }

  /** The source for the body of a macro used at a node, or undefined where it cannot be expanded. */
  protected macroSource(
    macro: Macro,
    use: SyntaxNode,
    args: readonly SyntaxNode[],
    wrapped: string,
  ): Source | undefined {
    const names = macro.parameters ?? [];
    if (this.source.depth >= MAX_EXPANSION || macro.body.length > MAX_BODY) return undefined;
    if (macro.body.includes('#') || names.includes('...') || names.length !== args.length)
      return undefined;
    const bound = new Map<string, MacroArgument>();
    names.forEach((name, index) => {
      const node = args[index];
      if (node !== undefined) bound.set(name, { node, source: this.source });
    });
    return { text: wrapped, span: this.at(use), args: bound, depth: this.source.depth + 1 };
  }

  protected fragment(text: string): SyntaxNode {
    const known = this.fragments.get(text) ?? this.parseFragment(text);
    this.fragments.set(text, known);
    return known;
  }

  private expand(macro: Macro, use: SyntaxNode, args: readonly SyntaxNode[]): Expr | undefined {
    const wrapped = `int m=(${macro.body});`;
    const source = this.macroSource(macro, use, args, wrapped);
    if (source === undefined) return undefined;
    const declaration = this.fragment(wrapped).children[0];
    const init = declaration?.children.find((child) => child.type === 'init_declarator');
    const value = init === undefined ? undefined : childOf(init, 'value');
    if (value?.type !== 'parenthesized_expression' || hasError(value)) return undefined;
    return this.within(source, () => this.lower(value));
  }

  private call(node: SyntaxNode): Expr {
    const callee = childOf(node, 'function');
    const list = childOf(node, 'arguments');
    const argNodes = (list?.children ?? []).filter((child) => child.named);
    if (callee === undefined) return this.opaque(node, []);
    const named =
      callee.type === 'template_function' ? (childOf(callee, 'name') ?? callee) : callee;
    const name = this.textOf(named)
      .replace(/\s+/g, '')
      .replace(/^(?:::)?std::/, '');
    const style = CASTS.exec(name)?.[1];
    if (style !== undefined) return this.namedCast(node, callee, argNodes, style);
    if (callee.type === 'identifier' && this.lookup(name) === undefined) {
      const argument = this.source.args.get(name);
      const macro = argument === undefined ? this.symbols.macro(name) : undefined;
      if (macro?.parameters !== undefined) {
        const expanded = this.expand(macro, node, argNodes);
        if (expanded !== undefined) return expanded;
      }
      const renamed =
        macro?.parameters === undefined && /^[A-Za-z_]\w*$/.test(macro?.body ?? '')
          ? macro?.body
          : undefined;
      if (renamed !== undefined) return this.directCall(node, callee, renamed, argNodes);
    }
    if (callee.type === 'field_expression') return this.methodCall(node, callee, argNodes);
    return this.directCall(node, callee, name, argNodes);
  }

  private directCall(
    node: SyntaxNode,
    callee: SyntaxNode,
    name: string,
    argNodes: readonly SyntaxNode[],
  ): Expr {
    const lowered = this.lower(callee);
    const plain =
      /^[A-Za-z_][\w:]*$/.test(name) && (lowered.kind !== 'name' || lowered.variable === undefined);
    const type = this.returnType(lowered.type, plain ? name : '');
    const args = argNodes.map((arg) => this.lower(arg));
    return {
      kind: 'call',
      callee: lowered,
      name: plain ? name : '',
      args,
      receiver: undefined,
      type,
      ...this.at(node),
    };
  }

  private methodCall(node: SyntaxNode, callee: SyntaxNode, argNodes: readonly SyntaxNode[]): Expr {
    const member = this.member(callee);
    const args = argNodes.map((arg) => this.lower(arg));
    if (member.kind !== 'member') return this.opaque(node, [member, ...args]);
    // In C a call through a member is a function pointer; only C++ has methods.
    const isPointer = !this.hasMethods || member.type.kind === 'pointer';
    return {
      kind: 'call',
      callee: member,
      name: isPointer ? '' : member.name,
      args,
      receiver: isPointer ? undefined : member.base,
      type: this.returnType(member.type, ''),
      ...this.at(node),
    };
  }

  private returnType(type: CType, name: string): CType {
    if (type.kind === 'function') return type.returns;
    const target = pointee(type);
    if (target?.kind === 'function') return target.returns;
    return libraryReturnType(name);
  }

  private unary(node: SyntaxNode): Expr {
    const operator = childOf(node, 'operator');
    const op = operator === undefined ? '!' : this.textOf(operator);
    const operand = this.lowerField(node, 'argument');
    if (op !== '-' && op !== '+' && op !== '!' && op !== '~' && op !== 'not')
      return this.opaque(node, [operand]);
    const type = op === '!' || op === 'not' ? INT : promoted(operand.type);
    return { kind: 'unary', op: op === 'not' ? '!' : op, operand, type, ...this.at(node) };
  }

  private pointer(node: SyntaxNode): Expr {
    const operator = childOf(node, 'operator');
    const operand = this.lowerField(node, 'argument');
    if (operator !== undefined && this.textOf(operator) === '&') {
      if (operand.kind === 'deref') return operand.operand;
      return {
        kind: 'address',
        operand,
        type: { kind: 'pointer', to: operand.type },
        ...this.at(node),
      };
    }
    if (operand.kind === 'address') return operand.operand;
    return { kind: 'deref', operand, type: pointee(operand.type) ?? UNKNOWN, ...this.at(node) };
  }

  private update(node: SyntaxNode): Expr {
    const operator = childOf(node, 'operator');
    const argument = childOf(node, 'argument');
    const operand = this.lowerField(node, 'argument');
    const prefix =
      operator !== undefined && argument !== undefined && operator.start < argument.start;
    const op = operator !== undefined && this.textOf(operator) === '--' ? '--' : '++';
    return { kind: 'incdec', op, prefix, operand, type: operand.type, ...this.at(node) };
  }

  private binary(node: SyntaxNode): Expr {
    const operator = childOf(node, 'operator');
    const text = operator === undefined ? ',' : this.textOf(operator);
    const op = text === 'and' ? '&&' : text === 'or' ? '||' : text;
    const left = this.lowerField(node, 'left');
    const right = this.lowerField(node, 'right');
    return {
      kind: 'binary',
      op,
      left,
      right,
      type: binaryType(op, left.type, right.type),
      ...this.at(node),
    };
  }

  private assignment(node: SyntaxNode): Expr {
    const operator = childOf(node, 'operator');
    const op = operator === undefined ? '=' : this.textOf(operator);
    const target = this.lowerField(node, 'left');
    const value = this.lowerField(node, 'right');
    return { kind: 'assign', op, target, value, type: target.type, ...this.at(node) };
  }

  private conditional(node: SyntaxNode): Expr {
    const condition = this.lowerField(node, 'condition');
    const thenNode = childOf(node, 'consequence');
    const then = thenNode === undefined ? undefined : this.lower(thenNode);
    const otherwise = this.lowerField(node, 'alternative');
    const first = then ?? condition;
    const type = isPointerType(first.type)
      ? first.type
      : isPointerType(otherwise.type)
        ? otherwise.type
        : arithmeticType(first.type, otherwise.type);
    return { kind: 'conditional', condition, then, otherwise, type, ...this.at(node) };
  }

  /** The type of a `type_descriptor` node, as in casts and sizeof. */
  protected describedType(node: SyntaxNode): CType {
    const base = specifiedType(node, this);
    const declarator = childOf(node, 'declarator');
    return declarator === undefined ? base : declare(declarator, base, this).type;
  }

  private cast(node: SyntaxNode): Expr {
    const typeNode = childOf(node, 'type');
    const operand = this.lowerField(node, 'value');
    const type = typeNode === undefined ? UNKNOWN : this.describedType(typeNode);
    return { kind: 'cast', style: 'c', operand, type, ...this.at(node) };
  }

  private namedCast(
    node: SyntaxNode,
    callee: SyntaxNode,
    args: readonly SyntaxNode[],
    style: string,
  ): Expr {
    const list = childOf(callee, 'arguments');
    const typeNode = list?.children.find((child) => child.named);
    const type = typeNode === undefined ? UNKNOWN : this.describedType(typeNode);
    const first = args[0];
    const operand = first === undefined ? this.opaque(node, []) : this.lower(first);
    const styles = ['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast'] as const;
    return {
      kind: 'cast',
      style: styles.find((known) => known === style) ?? 'static_cast',
      operand,
      type,
      ...this.at(node),
    };
  }

  private compoundLiteral(node: SyntaxNode): Expr {
    const typeNode = childOf(node, 'type');
    const type =
      typeNode === undefined
        ? UNKNOWN
        : typeNode.type === 'type_descriptor'
          ? this.describedType(typeNode)
          : typeOfSpecifier(typeNode, this);
    const value = childOf(node, 'value');
    const list = value === undefined ? this.opaque(node, []) : this.lower(value);
    return list.kind === 'initlist' ? { ...list, type } : list;
  }

  private sizeof(node: SyntaxNode): Expr {
    const typeNode = childOf(node, 'type');
    const value = childOf(node, 'value');
    let of: CType = UNKNOWN;
    let operand: Expr | undefined;
    if (typeNode !== undefined) of = this.describedType(typeNode);
    else if (value !== undefined) {
      of = this.typeNamedBy(value) ?? UNKNOWN;
      if (of === UNKNOWN) {
        operand = this.lower(value);
        of = operand.type;
      }
    }
    return {
      kind: 'sizeof',
      size: this.symbols.sizeOf(of),
      operand,
      of,
      type: SIZE,
      ...this.at(node),
    };
  }

  /** `sizeof(T)` parses as an expression where T is a typedef or a macro's argument. */
  private typeNamedBy(node: SyntaxNode): CType | undefined {
    const inner =
      node.type === 'parenthesized_expression' ? node.children.find((child) => child.named) : node;
    if (inner?.type !== 'identifier') return undefined;
    const name = this.textOf(inner);
    const argument = this.source.args.get(name);
    if (argument !== undefined) {
      return this.within(argument.source, () =>
        argument.node.type === 'type_descriptor'
          ? this.describedType(argument.node)
          : this.typeNamedBy(argument.node),
      );
    }
    if (this.lookup(name) !== undefined) return undefined;
    const type = typeOfSpecifier(inner, this);
    return type.kind === 'unknown' ? undefined : type;
  }

  private subscript(node: SyntaxNode): Expr {
    const base = this.lowerField(node, 'argument');
    const indices = childOf(node, 'indices') ?? childOf(node, 'index');
    const inner =
      indices?.type === 'subscript_argument_list'
        ? indices.children.find((child) => child.named)
        : indices;
    const index = inner === undefined ? this.opaque(node, []) : this.lower(inner);
    return { kind: 'index', base, index, type: pointee(base.type) ?? UNKNOWN, ...this.at(node) };
  }

  private member(node: SyntaxNode): Expr {
    const base = this.lowerField(node, 'argument');
    const fieldNode = childOf(node, 'field');
    const operator = childOf(node, 'operator');
    const arrow = operator !== undefined && this.textOf(operator) === '->';
    const name = fieldNode === undefined ? '' : this.memberName(fieldNode);
    const owner = arrow
      ? pointee(base.type)
      : base.type.kind === 'pointer' && base.type.reference
        ? base.type.to
        : base.type;
    const type =
      owner?.kind === 'record'
        ? (fieldType(this.symbols, owner.name, name, 0) ?? UNKNOWN)
        : UNKNOWN;
    return { kind: 'member', base, name, arrow, type, ...this.at(node) };
  }

  private memberName(node: SyntaxNode): string {
    const name = this.textOf(node);
    const argument = this.source.args.get(name);
    return argument === undefined
      ? name
      : this.within(argument.source, () => this.textOf(argument.node));
  }

  private initList(node: SyntaxNode): Expr {
    const items: { name: string | undefined; value: Expr }[] = [];
    for (const child of node.children) {
      if (!child.named) continue;
      if (child.type === 'initializer_pair') {
        const designator = childOf(child, 'designator');
        const value = childOf(child, 'value');
        const name =
          designator?.type === 'field_designator'
            ? this.textOf(designator).replace(/^\./, '').trim()
            : undefined;
        if (value !== undefined) items.push({ name, value: this.lower(value) });
      } else items.push({ name: undefined, value: this.lower(child) });
    }
    return { kind: 'initlist', items, type: UNKNOWN, ...this.at(node) };
  }

  private newExpression(node: SyntaxNode): Expr {
    const typeNode = childOf(node, 'type');
    const of = typeNode === undefined ? UNKNOWN : typeOfSpecifier(typeNode, this);
    const declarator = childOf(node, 'declarator');
    const lengthNode = declarator === undefined ? undefined : childOf(declarator, 'length');
    const count = lengthNode === undefined ? undefined : this.lower(lengthNode);
    const args = (childOf(node, 'arguments')?.children ?? [])
      .filter((child) => child.named)
      .map((arg) => this.lower(arg));
    const placement = childOf(node, 'placement');
    const nothrow = placement !== undefined && this.textOf(placement).includes('nothrow');
    return {
      kind: 'new',
      of,
      count,
      args,
      nothrow,
      type: { kind: 'pointer', to: of },
      ...this.at(node),
    };
  }

  private deleteExpression(node: SyntaxNode): Expr {
    const target = node.children.findLast((child) => child.named);
    const operand = target === undefined ? this.opaque(node, []) : this.lower(target);
    const array = /^(?:::)?\s*delete\s*\[/.test(this.textOf(node));
    return { kind: 'delete', operand, array, type: UNKNOWN, ...this.at(node) };
  }

  private throwExpression(node: SyntaxNode): Expr {
    const inner = node.children.find((child) => child.named);
    return {
      kind: 'throw',
      operand: inner === undefined ? undefined : this.lower(inner),
      type: UNKNOWN,
      ...this.at(node),
    };
  }

  /** The value of a node that must be constant, such as a case label. */
  protected constant(node: SyntaxNode): number | undefined {
    return constantOf(this.lower(node));
  }
}

function hasError(node: SyntaxNode): boolean {
  return node.type === 'ERROR' || node.children.some(hasError);
}

function isPointerType(type: CType): boolean {
  return type.kind === 'pointer' || type.kind === 'array';
}

function numberType(text: string): CType {
  if (/[.]|^[0-9]+e/i.test(text) && !/^0x/i.test(text)) return DOUBLE;
  const unsigned = /u/i.test(text.replace(/^0x/i, ''));
  const value = numberOf(text) ?? 0;
  if (/l/i.test(text) || value > 4294967295) return unsigned ? SIZE : LONG;
  return unsigned || (value > 2147483647 && /^0/.test(text))
    ? UINT
    : value > 2147483647
      ? LONG
      : INT;
}

function binaryType(op: string, left: CType, right: CType): CType {
  if (op === ',') return right;
  if (/^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(op)) return INT;
  if (op === '<<' || op === '>>') return promoted(left);
  const leftPointer = pointee(left);
  const rightPointer = pointee(right);
  if (leftPointer !== undefined && rightPointer !== undefined) return LONG;
  if (leftPointer !== undefined) return { kind: 'pointer', to: leftPointer };
  if (rightPointer !== undefined) return { kind: 'pointer', to: rightPointer };
  return arithmeticType(left, right);
}

function fieldType(
  symbols: Symbols,
  record: string,
  name: string,
  depth: number,
): CType | undefined {
  if (depth > 4) return undefined;
  for (const field of symbols.record(record)?.fields ?? []) {
    if (field.name === name) return field.type;
    if (field.name === '' && field.type.kind === 'record') {
      const inner = fieldType(symbols, field.type.name, name, depth + 1);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

const POINTER_RETURNS =
  /^(?:[a-z]*alloc[a-z]*|str(?:dup|ndup|chr|rchr|str|tok|tok_r|pbrk|cpy|cat|ncpy|ncat|error|sep|casestr)|mem(?:cpy|move|set|chr|mem)|getenv|secure_getenv|realpath|getcwd|fgets|gets|alloca|ctime|asctime|inet_ntoa|basename|dirname)$/;
const SIZE_RETURNS =
  /^(?:strlen|strnlen|wcslen|fread|fwrite|strlcpy|strlcat|strspn|strcspn|strftime|mbstowcs)$/;
const LONG_RETURNS =
  /^(?:read|write|recv|send|recvfrom|sendto|pread|pwrite|readlink|recvmsg|sendmsg|getline|getdelim|strtol|strtoll|ftell|ftello|lseek|time|labs|llabs|atol|atoll|random|sysconf)$/;

/** What a library function returns when no header was read; C's default is int. */
function libraryReturnType(name: string): CType {
  if (name === '') return UNKNOWN;
  if (POINTER_RETURNS.test(name)) return /^mem|alloc/.test(name) ? VOID_POINTER : CHAR_POINTER;
  if (SIZE_RETURNS.test(name)) return SIZE;
  if (LONG_RETURNS.test(name)) return LONG;
  if (/^(?:strtoul|strtoull|strtoumax)$/.test(name)) return SIZE;
  if (/^(?:atof|strtod|sqrt|pow|fabs|floor|ceil|sin|cos|log|exp)$/.test(name)) return DOUBLE;
  if (/^(?:fopen|fdopen|freopen|tmpfile|popen|fopen64)$/.test(name))
    return { kind: 'pointer', to: { kind: 'record', name: 'FILE' } };
  if (
    /^(?:rand|atoi|abs|open|socket|accept|creat|dup|dup2|printf|fprintf|sprintf|snprintf|scanf|sscanf|fscanf|strcmp|strncmp|memcmp|getchar|fgetc|getc|toupper|tolower|isdigit|isalpha|close|fclose)$/.test(
      name,
    )
  )
    return INT;
  if (/^(?:htonl|ntohl)$/.test(name)) return UINT;
  if (/^(?:htons|ntohs)$/.test(name)) return { kind: 'int', bits: 16, signed: false };
  return { kind: 'unknown', name: '' };
}
