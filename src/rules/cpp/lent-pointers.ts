import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionAtEnd, expressionsIn } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import { endLoans, forgetLoans, joinLoans, type Loan, type Loans, sameLoans } from './loans.ts';
import { isOwnedHere, type SmartPointers } from './smart-pointers.ts';

/** What is told of raw pointers that outlive their objects. */
interface LentPointerListener {
  /** One is used whose owner has destroyed the object. */
  used(use: PointerUse, raw: Variable, owner: Variable, isSure: boolean): void;
  /** One is returned whose owner destroys the object right then. */
  returned(value: Expr, raw: Variable, owner: Variable): void;
}

interface PointerUse {
  readonly expr: Expr;
  readonly pointer: Expr;
  /** Handed to a function, which may look at the address only. */
  readonly isArgument: boolean;
}

/** Follows, over the paths of a function, what smart pointers that own alone have lent. */
export function followLentPointers(
  fn: LoweredFunction,
  smart: SmartPointers,
  listener: LentPointerListener,
): void {
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: Loans, heard: LentPointerListener | undefined): Loans => {
    const block = fn.blocks[id];
    return block === undefined ? before : new BlockRun(before, smart, heard).through(block);
  };
  const inputs = solveLattice<Loans>(graph, {
    boundary: new Map(),
    join: joinLoans,
    equals: sameLoans,
    transfer: (id, before) => run(id, before, undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, listener);
  }
}

class BlockRun {
  private readonly loans: Map<Variable, Loan>;
  private readonly smart: SmartPointers;
  private readonly listener: LentPointerListener | undefined;

  constructor(before: Loans, smart: SmartPointers, listener: LentPointerListener | undefined) {
    this.loans = new Map(before);
    this.smart = smart;
    this.listener = listener;
  }

  through(block: BasicBlock): Loans {
    for (const step of block.steps) {
      if (step.kind === 'eval') this.evaluate(step.expr);
      else if (step.kind === 'leave') for (const variable of step.variables) this.leave(variable);
      else {
        if (step.init !== undefined) this.evaluate(step.init);
        this.set(step.variable, step.init);
      }
    }
    const last = expressionAtEnd(block);
    if (last !== undefined) this.evaluate(last);
    if (last !== undefined && block.end.kind === 'return') this.returns(last);
    return this.loans;
  }

  private evaluate(root: Expr): void {
    const all = expressionsIn(root);
    for (const use of all.flatMap(usesOf)) this.use(use);
    const read = new Set(all.flatMap(ownerReads));
    for (const expr of all) {
      const owner = this.smart.receiver(expr);
      if (expr.kind === 'call' && owner !== undefined && expr.name === 'reset') {
        endLoans(this.loans, owner);
      } else if (expr.kind === 'assign' && expr.target.kind === 'name') {
        const { variable } = expr.target;
        if (variable !== undefined && this.isSole(variable)) endLoans(this.loans, variable);
        else if (variable !== undefined) this.set(variable, expr.value);
        read.add(expr.target);
      } else if (expr.kind === 'name') this.mention(expr, read);
    }
  }

  /** A captured variable is not seen, so a lambda may have taken anything. */
  private mention(expr: Extract<Expr, { kind: 'name' }>, read: ReadonlySet<Expr>): void {
    if (expr.variable === undefined) {
      if (isLambdaName(expr.name)) this.loans.clear();
      return;
    }
    if (!read.has(expr)) forgetLoans(this.loans, expr.variable);
  }

  private set(variable: Variable, value: Expr | undefined): void {
    const loan = value === undefined ? undefined : this.loanOf(value);
    if (loan === undefined || variable.scope === 'global' || variable.scope === 'static')
      this.loans.delete(variable);
    else this.loans.set(variable, loan);
  }

  private loanOf(value: Expr): Loan | undefined {
    const owner = this.smart.lentBy(value);
    if (owner !== undefined && this.isSole(owner)) return { owner, lent: 'always', ended: 'no' };
    const bare = withoutCasts(value);
    return bare.kind === 'name' && bare.variable !== undefined
      ? this.loans.get(bare.variable)
      : undefined;
  }

  private use(use: PointerUse): void {
    const { pointer } = use;
    const raw = pointer.kind === 'name' ? pointer.variable : undefined;
    const loan = raw === undefined ? undefined : this.loans.get(raw);
    if (raw === undefined || loan?.owner === undefined || loan.ended === 'no') return;
    this.listener?.used(use, raw, loan.owner, loan.ended === 'always');
  }

  private returns(value: Expr): void {
    const bare = withoutCasts(value);
    const raw = bare.kind === 'name' ? bare.variable : undefined;
    const loan = raw === undefined ? undefined : this.loans.get(raw);
    if (raw === undefined || loan?.owner === undefined || loan.lent !== 'always') return;
    if (loan.ended !== 'no' || isOwnedHere(loan.owner))
      this.listener?.returned(value, raw, loan.owner);
  }

  private leave(variable: Variable): void {
    if (this.isSole(variable) && isOwnedHere(variable)) endLoans(this.loans, variable);
    else this.loans.delete(variable);
  }

  private isSole(variable: Variable): boolean {
    return this.smart.ownership(variable) === 'unique';
  }
}

/** Where an expression needs the object that a pointer points to, or may. */
function usesOf(expr: Expr): PointerUse[] {
  const use = (pointer: Expr, isArgument = false) => {
    return { expr, pointer: withoutCasts(pointer), isArgument };
  };
  if (expr.kind === 'deref' || expr.kind === 'delete') return [use(expr.operand)];
  if (expr.kind === 'index' || (expr.kind === 'member' && expr.arrow)) return [use(expr.base)];
  return expr.kind === 'call' ? expr.args.map((arg) => use(arg, true)) : [];
}

/** The names through which an expression only looks at a smart pointer, or at its object. */
function ownerReads(expr: Expr): Expr[] {
  if (expr.kind === 'member') return /^(?:release|swap)$/.test(expr.name) ? [] : [expr.base];
  if (expr.kind === 'deref') return [expr.operand];
  if (expr.kind === 'index') return [expr.base];
  if (expr.kind === 'unary' && expr.op === '!') return [expr.operand];
  if (expr.kind === 'binary' && /^(?:[!=]=|&&|\|\|)$/.test(expr.op)) return [expr.left, expr.right];
  return [];
}
