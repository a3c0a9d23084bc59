import { childOf, childrenOf, type SyntaxNode } from '../syntax.ts';
import type { BasicBlock, CFunction, Expr, Loop, SwitchCase, Variable } from './ast.ts';
import { constantOf } from './constants.ts';
import { GraphBuilder } from './control-flow.ts';
import { decayed, declare, specifiedType } from './declarators.ts';
import { ExpressionLowering } from './expressions.ts';
import { isAssertion, isNoReturn } from './standard-names.ts';
import { BOOL, type CType, INT, pointee, UNKNOWN } from './types.ts';

interface SwitchFrame {
  readonly cases: SwitchCase[];
  otherwise: number | undefined;
}

interface JumpTargets {
  readonly breakTo: number;
  readonly continueTo: number | undefined;
}

/** Lowers the body of one function to basic blocks. */
export class FunctionLowering extends ExpressionLowering {
  private graph = new GraphBuilder();
  private labels = new Map<string, number>();
  private targets: JumpTargets[] = [];
  private switches: SwitchFrame[] = [];
  private handlers: number[][] = [];
  private allLocals: Variable[] = [];
  private nextId = 0;

  /** Lowers a definition whose declarator has been read already. */
  lowerFunction(
    definition: SyntaxNode,
    outline: Pick<
      CFunction,
      'name' | 'qualifiedName' | 'returns' | 'exported' | 'isNoexcept' | 'isMethod' | 'variadic'
    >,
    parameterList: SyntaxNode | undefined,
  ): CFunction {
    this.graph = new GraphBuilder();
    this.labels = new Map();
    this.targets = [];
    this.switches = [];
    this.handlers = [];
    this.allLocals = [];
    this.pushScope();
    const parameters = this.parameters(definition, parameterList);
    const body = childOf(definition, 'body');
    if (body !== undefined) this.statement(body);
    this.popScope();
    const { blocks, loops }: { blocks: BasicBlock[]; loops: Loop[] } = this.graph.build();
    const { start, end } = definition;
    return { ...outline, parameters, locals: this.allLocals, blocks, loops, start, end };
  }

  private variable(
    name: string,
    type: CType,
    node: SyntaxNode,
    scope: Variable['scope'],
    position = -1,
    constant = false,
  ): Variable {
    this.nextId += 1;
    const { start, end } = this.span(node);
    const variable = { name, type, scope, id: this.nextId, position, constant, start, end };
    this.bind(variable);
    return variable;
  }

  private parameters(definition: SyntaxNode, list: SyntaxNode | undefined): Variable[] {
    const parameters: Variable[] = [];
    const oldStyle = new Map<string, { type: CType; node: SyntaxNode }>();
    for (const child of definition.children) {
      if (child.type !== 'declaration') continue;
      const base = specifiedType(child, this);
      for (const declarator of childrenOf(child, 'declarator')) {
        const { name, type, node } = declare(declarator, base, this);
        oldStyle.set(name, { type: decayed(type), node });
      }
    }
    for (const child of list?.children ?? []) {
      if (child.type === 'identifier') {
        const name = this.textOf(child);
        const old = oldStyle.get(name);
        parameters.push(
          this.variable(name, old?.type ?? INT, child, 'parameter', parameters.length),
        );
      } else if (/parameter_declaration$/.test(child.type)) {
        const base = specifiedType(child, this);
        const declarator = childOf(child, 'declarator');
        if (declarator === undefined && base.kind === 'void') continue;
        const declared = declarator === undefined ? undefined : declare(declarator, base, this);
        const type = decayed(declared?.type ?? base);
        parameters.push(
          this.variable(
            declared?.name ?? '',
            type,
            declared?.node ?? child,
            'parameter',
            parameters.length,
          ),
        );
      }
    }
    return parameters;
  }

  private statement(node: SyntaxNode): void {
    switch (node.type) {
      case 'compound_statement':
        return this.compound(node);
      case 'expression_statement':
        return this.expressionStatement(node);
      case 'declaration':
        return this.declaration(node);
      case 'if_statement':
        return this.ifStatement(node);
      case 'while_statement':
        return this.whileStatement(node);
      case 'do_statement':
        return this.doStatement(node);
      case 'for_statement':
        return this.forStatement(node);
      case 'for_range_loop':
        return this.rangeLoop(node);
      case 'switch_statement':
        return this.switchStatement(node);
      case 'case_statement':
        return this.caseStatement(node);
      case 'return_statement':
      case 'co_return_statement':
        return this.returnStatement(node);
      case 'break_statement':
        return this.jump(this.targets.at(-1)?.breakTo);
      case 'continue_statement':
        return this.jump(
          this.targets.findLast((target) => target.continueTo !== undefined)?.continueTo,
        );
      case 'goto_statement':
        return this.jump(this.labelOf(childOf(node, 'label')));
      case 'labeled_statement':
        return this.labeled(node);
      case 'try_statement':
        return this.tryStatement(node);
      case 'throw_statement':
        return this.evaluate(this.lower(node));
      case 'preproc_if':
      case 'preproc_ifdef':
      case 'preproc_elif':
      case 'preproc_elifdef':
        return this.conditionalGroup(node);
      case 'else_clause':
      case 'preproc_else':
      case 'attributed_statement':
      case 'linkage_specification':
      case 'ERROR':
        return this.each(node.children);
      default:
        if (/_expression$|^identifier$/.test(node.type)) this.evaluate(this.lower(node));
    }
  }

  private each(nodes: readonly SyntaxNode[]): void {
    for (const child of nodes) if (child.named) this.statement(child);
  }

  private compound(node: SyntaxNode): void {
    this.pushScope();
    this.each(node.children);
    const variables = this.popScope().filter((variable) => variable.scope === 'local');
    if (variables.length > 0 && this.graph.isOpen) this.graph.add({ kind: 'leave', variables });
  }

  private evaluate(expr: Expr): void {
    if (expr.kind === 'call' && isAssertion(expr.name)) {
      const condition = expr.args[0];
      if (condition !== undefined) return this.assertion(condition);
    }
    if (expr.kind === 'binary' && expr.op === ',') {
      this.evaluate(expr.left);
      return this.evaluate(expr.right);
    }
    this.graph.add({ kind: 'eval', expr });
    if (expr.kind === 'throw') {
      const handlers = this.handlers.at(-1);
      if (handlers?.[0] !== undefined) this.jump(handlers[0]);
      else this.graph.finish({ kind: 'stop' });
    } else if (expr.kind === 'call' && isNoReturn(expr.name)) this.graph.finish({ kind: 'stop' });
  }

  private assertion(condition: Expr): void {
    const holds = this.graph.label();
    const fails = this.graph.label();
    this.graph.finish({
      kind: 'branch',
      condition,
      then: holds,
      otherwise: fails,
      assertion: true,
    });
    this.graph.place(fails);
    this.graph.finish({ kind: 'stop' });
    this.graph.place(holds);
  }

  private expressionStatement(node: SyntaxNode): void {
    const inner = node.children.find((child) => child.named);
    if (inner === undefined) return;
    if (inner.type === 'call_expression' && this.statementMacro(inner)) return;
    this.evaluate(this.lower(inner));
  }

  /** A macro used as a statement, such as `CHECK(x);`, is lowered in its place. */
  private statementMacro(node: SyntaxNode): boolean {
    const callee = childOf(node, 'function');
    if (callee?.type !== 'identifier') return false;
    const name = this.textOf(callee);
    const macro = this.lookup(name) === undefined ? this.symbols.macro(name) : undefined;
    if (
      macro?.parameters === undefined ||
      !/[;{]|^\s*(?:if|do|while|for|return|goto)\b/.test(macro.body)
    )
      return false;
    const args = (childOf(node, 'arguments')?.children ?? []).filter((child) => child.named);
    const wrapped = `void m(){${macro.body};}`;
    const source = this.macroSource(macro, node, args, wrapped);
    if (source === undefined) return false;
    const body = this.fragment(wrapped).children[0];
    const block = body === undefined ? undefined : childOf(body, 'body');
    if (block === undefined || containsError(block)) return false;
    this.within(source, () => this.compound(block));
    return true;
  }

  private declaration(node: SyntaxNode): void {
    const base = specifiedType(node, this);
    const words = node.children
      .filter((child) => child.type === 'storage_class_specifier')
      .map((child) => this.textOf(child));
    const constant = node.children.some(
      (child) => child.type === 'type_qualifier' && /^const/.test(this.textOf(child)),
    );
    for (const declarator of childrenOf(node, 'declarator')) {
      const inner =
        declarator.type === 'init_declarator'
          ? (childOf(declarator, 'declarator') ?? declarator)
          : declarator;
      const valueNode =
        declarator.type === 'init_declarator' ? childOf(declarator, 'value') : undefined;
      if (inner.type === 'structured_binding_declarator') continue;
      const declared = declare(inner, base, this);
      if (declared.name === '') continue;
      if (declared.type.kind === 'function') {
        this.directInitialised(inner, base, declared);
        continue;
      }
      const scope = words.includes('static') ? 'static' : 'local';
      if (words.includes('extern')) continue;
      const isAuto = base.kind === 'unknown' && base.name === 'auto';
      const make = (type: CType): Variable =>
        this.variable(declared.name, type, declared.node, scope, -1, constant);
      // A name is known from its declarator on: `struct node *p = malloc(sizeof *p)`.
      const early = isAuto || declared.type.kind === 'array' ? undefined : make(declared.type);
      const init = valueNode === undefined ? undefined : this.lower(valueNode);
      const type = completed(isAuto ? autoType(declared.type, init) : declared.type, init);
      const variable = early ?? make(type);
      this.allLocals.push(variable);
      this.graph.add({
        kind: 'declare',
        variable,
        init: this.construction(node, type, init),
        count: declared.count,
      });
    }
  }

  /** `std::lock_guard<std::mutex> guard(mutex);` in a body reads as a prototype but makes a variable. */
  private directInitialised(node: SyntaxNode, type: CType, named: { name: string }): void {
    if (type.kind !== 'unknown' || node.type !== 'function_declarator') return;
    const given = childOf(node, 'parameters')?.children ?? [];
    const names = given.flatMap((child) => {
      const [only, ...others] = child.children;
      return only !== undefined && others.length === 0 && /identifier$/.test(only.type)
        ? [only]
        : [];
    });
    if (names.length === 0 || names.length !== given.length) return;
    const known = names.every((name) => this.lookup(this.textOf(name)) !== undefined);
    if (!known && !type.name.startsWith('std::')) return;
    const items = names.map((name) => ({ name: undefined, value: this.lower(name) }));
    const variable = this.variable(named.name, type, node, 'local');
    this.allLocals.push(variable);
    const { start, end } = this.span(node);
    const init: Expr = { kind: 'initlist', items, type, start, end };
    this.graph.add({ kind: 'declare', variable, init, count: undefined });
  }

  /** In C++ `T x;` of class type runs a constructor: it is initialised, with what nobody knows here. */
  private construction(node: SyntaxNode, type: CType, init: Expr | undefined): Expr | undefined {
    if (init !== undefined || type.kind !== 'unknown' || type.name === 'auto') return init;
    const { start, end } = this.span(node);
    return { kind: 'opaque', parts: [], type: UNKNOWN, start, end };
  }

  private condition(node: SyntaxNode | undefined): Expr | undefined {
    if (node === undefined) return undefined;
    const init = childOf(node, 'initializer');
    if (init !== undefined) this.statement(init);
    const value =
      childOf(node, 'value') ?? node.children.find((child) => child.named && child !== init);
    const inner =
      node.type === 'parenthesized_expression' || node.type === 'condition_clause' ? value : node;
    if (inner?.type === 'declaration') {
      this.declaration(inner);
      const declarator = childrenOf(inner, 'declarator')[0];
      const name = declarator === undefined ? undefined : nameNode(declarator);
      return name === undefined ? undefined : this.lower(name);
    }
    return inner === undefined ? undefined : this.lower(inner);
  }

  private ifStatement(node: SyntaxNode): void {
    this.pushScope();
    const condition = this.condition(childOf(node, 'condition'));
    const then = this.graph.label();
    const otherwise = this.graph.label();
    const after = this.graph.label();
    if (condition === undefined) this.graph.finish({ kind: 'jump', to: then });
    else this.decide(condition, then, otherwise);
    this.graph.place(then);
    const consequence = childOf(node, 'consequence');
    if (consequence !== undefined) this.statement(consequence);
    this.graph.finish({ kind: 'jump', to: after });
    this.graph.place(otherwise);
    const alternative = childOf(node, 'alternative');
    if (alternative !== undefined) this.statement(alternative);
    this.graph.place(after);
    this.popScope();
  }

  /** Branches on a condition; a constant one goes one way only. */
  private decide(condition: Expr, then: number, otherwise: number): void {
    const constant = constantOf(condition);
    if (constant === undefined) this.graph.branch(condition, then, otherwise);
    else this.graph.finish({ kind: 'jump', to: constant === 0 ? otherwise : then });
  }

  private loop(
    node: SyntaxNode,
    kind: Loop['kind'],
    header: number,
    condition: Expr | undefined,
    init?: Expr,
    update?: Expr,
  ): void {
    const { start, end } = this.span(node);
    this.graph.loops.push({ kind, header, condition, init, update, start, end });
  }

  private body(node: SyntaxNode | undefined, breakTo: number, continueTo: number): void {
    this.targets.push({ breakTo, continueTo });
    if (node !== undefined) this.statement(node);
    this.targets.pop();
  }

  private whileStatement(node: SyntaxNode): void {
    this.pushScope();
    const header = this.graph.label();
    const body = this.graph.label();
    const after = this.graph.label();
    this.graph.place(header);
    const condition = this.condition(childOf(node, 'condition'));
    this.loop(node, 'while', header, condition);
    if (condition === undefined) this.graph.finish({ kind: 'jump', to: body });
    else this.decide(condition, body, after);
    this.graph.place(body);
    this.body(childOf(node, 'body'), after, header);
    this.graph.finish({ kind: 'jump', to: header });
    this.graph.place(after);
    this.popScope();
  }

  private doStatement(node: SyntaxNode): void {
    const body = this.graph.label();
    const test = this.graph.label();
    const after = this.graph.label();
    this.graph.place(body);
    this.body(childOf(node, 'body'), after, test);
    this.graph.place(test);
    const condition = this.condition(childOf(node, 'condition'));
    if (condition === undefined || constantOf(condition) !== 0)
      this.loop(node, 'do', body, condition);
    if (condition !== undefined) this.decide(condition, body, after);
    this.graph.place(after);
  }

  private forStatement(node: SyntaxNode): void {
    this.pushScope();
    const initializer = childOf(node, 'initializer');
    const init = initializer?.type.endsWith('_expression') ? this.lower(initializer) : undefined;
    if (init !== undefined) this.evaluate(init);
    else if (initializer !== undefined) this.statement(initializer);
    const header = this.graph.label();
    const body = this.graph.label();
    const step = this.graph.label();
    const after = this.graph.label();
    this.graph.place(header);
    const condition = this.condition(childOf(node, 'condition'));
    const updateNode = childOf(node, 'update');
    const update = updateNode === undefined ? undefined : this.lower(updateNode);
    this.loop(node, 'for', header, condition, init, update);
    if (condition === undefined) this.graph.finish({ kind: 'jump', to: body });
    else this.decide(condition, body, after);
    this.graph.place(body);
    this.body(childOf(node, 'body'), after, step);
    this.graph.place(step);
    if (update !== undefined) this.evaluate(update);
    this.graph.finish({ kind: 'jump', to: header });
    this.graph.place(after);
    this.popScope();
  }

  private rangeLoop(node: SyntaxNode): void {
    this.pushScope();
    const right = childOf(node, 'right');
    const range = right === undefined ? undefined : this.lower(right);
    if (range !== undefined) this.evaluate(range);
    const header = this.graph.label();
    const body = this.graph.label();
    const after = this.graph.label();
    this.graph.place(header);
    this.loop(node, 'range', header, undefined);
    this.graph.branch(this.unknown(node), body, after);
    this.graph.place(body);
    const declarator = childOf(node, 'declarator');
    if (declarator !== undefined) {
      const declared = declare(declarator, specifiedType(node, this), this);
      const variable = this.variable(declared.name, declared.type, declared.node, 'local');
      this.allLocals.push(variable);
      this.graph.add({ kind: 'declare', variable, init: this.unknown(node), count: undefined });
    }
    this.body(childOf(node, 'body'), after, header);
    this.graph.finish({ kind: 'jump', to: header });
    this.graph.place(after);
    this.popScope();
  }

  private unknown(node: SyntaxNode): Expr {
    const { start, end } = this.span(node);
    return { kind: 'opaque', parts: [], type: UNKNOWN, start, end };
  }

  private switchStatement(node: SyntaxNode): void {
    this.pushScope();
    const value = this.condition(childOf(node, 'condition')) ?? this.unknown(node);
    const head = this.graph.here;
    const after = this.graph.label();
    this.graph.finish({ kind: 'stop' });
    const frame: SwitchFrame = { cases: [], otherwise: undefined };
    this.switches.push(frame);
    this.targets.push({ breakTo: after, continueTo: undefined });
    const body = childOf(node, 'body');
    if (body !== undefined) this.statement(body);
    this.targets.pop();
    this.switches.pop();
    this.graph.place(after);
    this.graph.setSwitch(head, value, frame.cases, frame.otherwise ?? after);
    this.popScope();
  }

  private caseStatement(node: SyntaxNode): void {
    const frame = this.switches.at(-1);
    const here = this.graph.label();
    this.graph.place(here);
    const value = childOf(node, 'value');
    if (value === undefined) {
      if (frame !== undefined) frame.otherwise = here;
    } else {
      const low = this.constant(value);
      frame?.cases.push({ low, high: low, to: here });
    }
    this.each(node.children.filter((child) => child !== value));
  }

  private returnStatement(node: SyntaxNode): void {
    const inner = node.children.find((child) => child.named);
    const value = inner === undefined ? undefined : this.lower(inner);
    const { start, end } = this.span(node);
    this.graph.finish({ kind: 'return', value, start, end });
  }

  private jump(to: number | undefined): void {
    if (to !== undefined) this.graph.finish({ kind: 'jump', to });
  }

  private labelOf(node: SyntaxNode | undefined): number | undefined {
    if (node === undefined) return undefined;
    const name = this.textOf(node);
    const known = this.labels.get(name) ?? this.graph.label();
    this.labels.set(name, known);
    return known;
  }

  private labeled(node: SyntaxNode): void {
    const label = childOf(node, 'label');
    const to = this.labelOf(label);
    if (to !== undefined) this.graph.place(to);
    this.each(node.children.filter((child) => child !== label));
  }

  private tryStatement(node: SyntaxNode): void {
    const clauses = node.children.filter((child) => child.type === 'catch_clause');
    const handlers = clauses.map(() => this.graph.label());
    const after = this.graph.label();
    const body = this.graph.label();
    const choice = this.unknown(node);
    const first = handlers[0];
    if (first !== undefined) this.graph.branch(choice, body, first);
    this.graph.place(body);
    this.handlers.push(handlers);
    const inner = childOf(node, 'body');
    if (inner !== undefined) this.statement(inner);
    this.handlers.pop();
    this.graph.finish({ kind: 'jump', to: after });
    clauses.forEach((clause, index) => {
      const handler = handlers[index];
      if (handler === undefined) return;
      this.graph.place(handler);
      const next = handlers[index + 1];
      if (next !== undefined) {
        const here = this.graph.label();
        this.graph.branch(choice, here, next);
        this.graph.place(here);
      }
      this.pushScope();
      const catchBody = childOf(clause, 'body');
      if (catchBody !== undefined) this.statement(catchBody);
      this.popScope();
      this.graph.finish({ kind: 'jump', to: after });
    });
    this.graph.place(after);
  }

  /** `#if`: `0` and `1` go one way; else either way, and the same condition goes the same way each time. */
  private conditionalGroup(node: SyntaxNode): void {
    const conditionNode = childOf(node, 'condition') ?? childOf(node, 'name');
    const text = conditionNode === undefined ? '' : this.textOf(conditionNode).trim();
    const alternative = childOf(node, 'alternative');
    const inside = node.children.filter(
      (child) => child !== conditionNode && child !== alternative,
    );
    if (/^0+$/.test(text)) {
      if (alternative !== undefined) this.statement(alternative);
      return;
    }
    if (/^[1-9]\d*$/.test(text)) return this.each(inside);
    const then = this.graph.label();
    const otherwise = this.graph.label();
    const after = this.graph.label();
    this.graph.branch(this.configuration(node, text), then, otherwise);
    this.graph.place(then);
    this.each(inside);
    this.graph.finish({ kind: 'jump', to: after });
    this.graph.place(otherwise);
    if (alternative !== undefined) this.statement(alternative);
    this.graph.place(after);
  }

  /** A constant that nobody knows, one for each condition's text. */
  private configuration(node: SyntaxNode, text: string): Expr {
    const negated = node.type === 'preproc_ifdef' && this.textOf(node).startsWith('#ifndef');
    const name = `#if ${text}`;
    const variable: Variable = this.lookup(name) ?? {
      name,
      type: BOOL,
      scope: 'global',
      id: -1 - this.configurations.size,
      position: -1,
      constant: true,
      start: node.start,
      end: node.start,
    };
    if (!this.configurations.has(name)) this.configurations.set(name, variable);
    const { start, end } = this.span(node);
    const known = this.configurations.get(name) ?? variable;
    const condition: Expr = { kind: 'name', name, variable: known, type: BOOL, start, end };
    return negated
      ? { kind: 'unary', op: '!', operand: condition, type: INT, start, end }
      : condition;
  }

  private readonly configurations = new Map<string, Variable>();
}

function containsError(node: SyntaxNode): boolean {
  return node.type === 'ERROR' || node.children.some(containsError);
}

function nameNode(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'identifier') return node;
  for (const child of node.children) {
    const found = child.field === 'value' ? undefined : nameNode(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `char s[] = "abc"` and `int a[] = {1, 2}` take their length from the initialiser. */
export function completed(type: CType, init: Expr | undefined): CType {
  if (type.kind !== 'array' || type.length !== undefined || init === undefined) return type;
  if (init.kind === 'string') return { ...type, length: init.value.length + 1 };
  if (init.kind === 'initlist') return { ...type, length: init.items.length };
  return type;
}

function autoType(declared: CType, init: Expr | undefined): CType {
  if (init === undefined) return declared;
  const inner = init.type;
  if (declared.kind !== 'pointer')
    return inner.kind === 'array' ? { kind: 'pointer', to: inner.of } : inner;
  return declared.reference === true
    ? { kind: 'pointer', to: inner, reference: true }
    : { kind: 'pointer', to: pointee(inner) ?? UNKNOWN };
}
