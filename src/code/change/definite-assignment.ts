import { controlFlow } from '../c/cfg/control-flow.ts';
import { endedByCalls, type FinalFunctions } from '../c/cfg/never-returns.ts';
import type { BasicBlock, Expr, LoweredFunction, NameExpr, Span, Step } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { partsOf } from '../c/ir/walk.ts';
import { solveLattice } from '../graph/data-flow.ts';
import { isPlace, rootOf } from './access-paths.ts';
import { passBlock } from './pass-block.ts';

/** What is read, or left behind at a return, and which places every way there has assigned. */
interface AssignedAt {
  readonly assigned: ReadonlySet<string>;
}

/** A read of a local variable. */
interface LocalRead extends AssignedAt {
  readonly expr: NameExpr;
}

export interface DefiniteAssignment {
  readonly reads: readonly LocalRead[];
  /** The value that is returned, if any, and what every way to it has assigned. */
  readonly returns: readonly (AssignedAt & { readonly span: Span | undefined })[];
}

type Assigned = ReadonlySet<string>;

/**
 * The places that every way has assigned, at the reads and the returns of a function (definite
 * assignment, as the Java Language Specification defines it in chapter 16). A place whose address a
 * call gets counts as assigned: what the call leaves undone is not this analysis' concern.
 * @param unit tells which functions never come back
 */
export function definiteAssignment(
  { blocks: all }: LoweredFunction,
  unit: FinalFunctions,
): DefiniteAssignment {
  const blocks = endedByCalls(all, unit);
  const inputs = solveLattice<Assigned>(controlFlow(blocks), {
    boundary: new Set(),
    join: (a, b) => (a === b ? a : a.intersection(b)),
    equals: (a, b) => a.size === b.size && a.isSubsetOf(b),
    transfer: (id, input) => passWithReads(blocks[id], input),
    refine(from, to, output) {
      const end = blocks[from]?.end;
      if (end?.kind !== 'branch' || end.then === end.otherwise) return output;
      return output.union(assignedBy(end.condition, to === end.then));
    },
  });
  const reads: LocalRead[] = [];
  const returns: (AssignedAt & { span: Span | undefined })[] = [];
  for (const block of blocks) {
    const input = inputs[block.id];
    if (input === undefined) continue;
    const assigned = passWithReads(block, input, (read) => reads.push(read));
    const { end } = block;
    if (end.kind === 'return')
      returns.push({ span: end.start < 0 ? undefined : (end.value ?? end), assigned });
  }
  return { reads, returns };
}

type OnRead = (read: LocalRead) => void;

function passWithReads(block: BasicBlock | undefined, input: Assigned, onRead?: OnRead): Assigned {
  return passBlock(block, input, {
    step: (step, assigned) => passStep(step, assigned, onRead),
    expression: (expr, assigned) => pass(expr, assigned, onRead),
  });
}

function passStep(step: Step, input: Assigned, onRead: OnRead | undefined): Assigned {
  if (step.kind === 'eval') return pass(step.expr, input, onRead);
  if (step.kind === 'leave') return input;
  const name = new Set([step.variable.name]);
  // `int x = x;` only silences a compiler.
  const isItself = step.init?.kind === 'name' && step.init.name === step.variable.name;
  if (step.init === undefined || isItself) return input.difference(name);
  return pass(step.init, input, onRead).union(name);
}

/** What an expression has assigned behind it, whatever it comes to. */
function pass(expr: Expr, input: Assigned, onRead: OnRead | undefined): Assigned {
  let assigned = input;
  switch (expr.kind) {
    case 'name':
      if (expr.variable?.scope === 'local') onRead?.({ expr, assigned });
      return assigned;
    case 'binary':
      if (expr.op !== '&&' && expr.op !== '||') break;
      assigned = pass(expr.left, assigned, onRead);
      pass(expr.right, assigned.union(assignedBy(expr.left, expr.op === '&&')), onRead);
      return assigned;
    case 'conditional': {
      assigned = pass(expr.condition, assigned, onRead);
      const then = assigned.union(assignedBy(expr.condition, true));
      const a = expr.then === undefined ? then : pass(expr.then, then, onRead);
      const b = pass(expr.otherwise, assigned.union(assignedBy(expr.condition, false)), onRead);
      return a.intersection(b);
    }
    case 'assign': {
      assigned = pass(expr.value, assigned, onRead);
      const isName = expr.target.kind === 'name' && expr.op === '=';
      if (!isName) assigned = pass(expr.target, assigned, onRead);
      return assigned.union(targets(expr.target));
    }
    case 'address': {
      const root = rootOf(expr.operand);
      for (const part of partsOf(expr.operand)) assigned = pass(part, assigned, onRead);
      return root === undefined ? assigned : assigned.union(new Set([root]));
    }
  }
  for (const part of partsOf(expr)) assigned = pass(part, assigned, onRead);
  // What an argument points to may be filled by the callee.
  if (expr.kind === 'call')
    for (const argument of expr.args)
      if (isPlace(argument)) assigned = assigned.union(new Set([`*${expressionText(argument)}`]));
  if (expr.kind === 'call' && expr.isMacro === true)
    for (const argument of expr.args) assigned = assigned.union(targets(argument));
  return assigned;
}

/** The place, and the variable of which a part is written: an array or a record begins to be filled. */
function targets(target: Expr): Assigned {
  const root = target.kind === 'name' || target.kind === 'deref' ? undefined : rootOf(target);
  return new Set([expressionText(target), ...(root === undefined ? [] : [root])]);
}

/** What a condition has assigned when it came to an outcome: of `f() && (x = g())` its right side, when true. */
function assignedBy(condition: Expr, outcome: boolean): Assigned {
  if (condition.kind === 'unary' && condition.op === '!')
    return assignedBy(condition.operand, !outcome);
  if (condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||')) {
    const left = assignedBy(condition.left, outcome);
    const right = assignedBy(condition.right, outcome);
    return (condition.op === '&&') === outcome
      ? left.union(right)
      : left.intersection(right.union(left));
  }
  return pass(condition, new Set(), undefined);
}
