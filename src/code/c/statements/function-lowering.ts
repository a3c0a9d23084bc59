import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { GraphBuilder } from '../cfg/control-flow.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { Expr, Loop, SwitchCase, Variable } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { isAssertion, isNoReturn } from '../ir/standard-names.ts';

interface SwitchFrame {
  readonly cases: SwitchCase[];
  otherwise: number | undefined;
}

interface JumpTargets {
  readonly breakTo: number;
  /** Absent in a switch. */
  readonly continueTo: number | undefined;
}

/** The graph of one function while its statements are lowered, and where jumps go from here. */
export class FunctionLowering {
  readonly context: LoweringContext;
  readonly graph = new GraphBuilder();
  readonly targets: JumpTargets[] = [];
  readonly switches: SwitchFrame[] = [];
  /** The handlers of each `try` around. */
  readonly handlers: (readonly number[])[] = [];
  readonly locals: Variable[] = [];
  private readonly labels = new Map<string, number>();
  private readonly lowerStatement: (node: SyntaxNode, fn: FunctionLowering) => void;

  constructor(
    context: LoweringContext,
    lowerStatement: (node: SyntaxNode, fn: FunctionLowering) => void,
  ) {
    this.context = context;
    this.lowerStatement = lowerStatement;
  }

  /** Lowers the statement in a role, if there is one. */
  child(node: SyntaxNode, field: string): void {
    const child = childOf(node, field);
    if (child !== undefined) this.statement(child);
  }

  statement(node: SyntaxNode): void {
    this.lowerStatement(node, this);
  }

  each(nodes: readonly SyntaxNode[]): void {
    for (const child of nodes) if (child.named) this.statement(child);
  }

  /** Adds an expression that is run for its effect. */
  evaluate(expr: Expr): void {
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
      const handler = this.handlers.at(-1)?.[0];
      this.graph.finish(handler === undefined ? { kind: 'stop' } : { kind: 'jump', to: handler });
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

  /** Branches on a condition; a constant one goes one way only, and so does one that is missing. */
  branchOn(condition: Expr | undefined, then: number, otherwise: number): void {
    const constant = condition === undefined ? 1 : constantOf(condition);
    if (condition === undefined || constant !== undefined) {
      this.graph.finish({ kind: 'jump', to: constant === 0 ? otherwise : then });
    } else this.graph.branch(condition, then, otherwise);
  }

  jump(to: number | undefined): void {
    if (to !== undefined) this.graph.finish({ kind: 'jump', to });
  }

  /** The block of a label of the source, made when it is first named. */
  labelOf(node: SyntaxNode | undefined): number | undefined {
    if (node === undefined) return undefined;
    const name = this.context.spelledName(node);
    const known = this.labels.get(name) ?? this.graph.label();
    this.labels.set(name, known);
    return known;
  }

  /** Notes a loop; its body is found when the graph is complete. */
  loop(node: SyntaxNode, loop: Pick<Loop, 'kind' | 'header'> & Partial<Loop>): void {
    const { start, end } = this.context.span(node);
    const { kind, header, condition, init, update } = loop;
    this.graph.loops.push({ kind, header, condition, init, update, start, end });
  }

  /** Lowers the body of a loop. */
  body(node: SyntaxNode, breakTo: number, continueTo: number): void {
    this.targets.push({ breakTo, continueTo });
    this.child(node, 'body');
    this.targets.pop();
  }
}
