import { successors } from '../../../../code/c/cfg/control-flow.ts';
import { isFinal } from '../../../../code/c/cfg/never-returns.ts';
import type {
  BasicBlock,
  CallExpr,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { isNoReturn } from '../../../../code/c/ir/standard-names.ts';
import { expressionsOf, isConditionOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { rangeOfType } from '../../../../code/flow/domain/typed-facts.ts';
import { reachable } from '../../../../code/graph/reachability.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { addressTaken, rootVariable } from '../expressions/root-variable.ts';

/** Library functions that neither wait for anything nor stop the program. */
const NEITHER_WAITS_NOR_EXITS =
  /^(?:(?:v?f?|sn?|v?sn?)printf|f?puts|f?putc|putchar|fflush|perror|str[a-z]+|mem[a-z]+|is[a-z]+|to(?:upper|lower)|abs|labs|sqrt|pow|rand|random|time|clock|malloc|calloc|realloc|free|atoi|atol|atof)$/;

/** Whether an edge of the graph leads out of a loop besides its condition. */
export function hasOtherExit(fn: LoweredFunction, loop: Loop): boolean {
  const inside = new Set(loop.body);
  return loop.body.some((id) => {
    const end = fn.blocks[id]?.end;
    if (end === undefined) return false;
    if (end.kind === 'return') return true;
    if (end.kind === 'branch' && isConditionOf(loop, end.condition)) return false;
    return successors(end).some((next) => !inside.has(next));
  });
}

/** Whether a round can follow another: a body that always leaves, as one that returns does, runs once. */
export function isRepeated(fn: LoweredFunction, { header, body }: Loop): boolean {
  return body.some((id) => {
    const end = fn.blocks[id]?.end;
    return end !== undefined && successors(end).includes(header);
  });
}

/** What the blocks of one loop change, and whether anything but its condition ends it. */
export class LoopChanges {
  /** Control can leave by break, return, goto, a throw or a call that never returns. */
  readonly leavesElsewhere: boolean;
  /** Calls in the loop may block, sleep or stop the program. */
  readonly mayWait: boolean;
  /** Calls functions of which nothing is known. */
  readonly callsUnknown: boolean;
  /** There is no code in it: it waits for hardware or another thread. */
  readonly isEmpty: boolean;
  private readonly unit: TranslationUnit;
  private readonly fn: LoweredFunction;
  private readonly loop: Loop;
  private readonly blocks: readonly BasicBlock[];
  private readonly taken: ReadonlySet<Variable>;
  private readonly changes = new Map<Variable, { block: number; by: number | undefined }[]>();
  private hidden = false;

  /** `taken`: the variables of the function whose address is taken. */
  constructor(
    unit: TranslationUnit,
    fn: LoweredFunction,
    loop: Loop,
    taken: ReadonlySet<Variable> = addressTaken(fn),
  ) {
    this.unit = unit;
    this.fn = fn;
    this.loop = loop;
    this.blocks = loop.body.flatMap((id) => fn.blocks[id] ?? []);
    this.taken = taken;
    const calls = expressionsOf(this.blocks).filter((expr) => expr.kind === 'call');
    for (const block of this.blocks) this.collect(block);
    this.leavesElsewhere = hasOtherExit(fn, loop) || calls.some((call) => this.mayStop(call));
    this.callsUnknown = calls.some((call) => this.isUnknown(call));
    this.mayWait =
      this.hidden || calls.some((call) => this.isUnknown(call) || !this.isPrompt(call.name, 0));
    this.isEmpty = this.blocks.every((block) => block.steps.length === 0);
  }

  /** Whether an expression keeps its value all through the loop. */
  isStable(expr: Expr): boolean {
    switch (expr.kind) {
      case 'number':
      case 'sizeof':
        return true;
      case 'name':
        return expr.variable !== undefined && this.isUnchanged(expr.variable);
      case 'cast':
      case 'unary':
        return this.isStable(expr.operand);
      case 'binary':
        return this.isStable(expr.left) && this.isStable(expr.right);
      case 'member': {
        const variable = rootVariable(expr);
        return variable !== undefined && this.isUnchanged(variable);
      }
      case 'call':
        return this.isPure(expr) && expr.args.every((arg) => this.isStable(arg));
      default:
        return false;
    }
  }

  /** Why a condition holds whatever happens, or undefined. */
  alwaysTrue(condition: Expr): string | undefined {
    const test = comparison(condition);
    if (test === undefined || (test.op !== '>=' && test.op !== '<=')) return undefined;
    const { left, right, op } = test;
    const [greater, least] = op === '>=' ? [left, right] : [right, left];
    const limits = rangeOfType(greater.type);
    if (greater.type.kind !== 'int' || greater.kind !== 'name') return undefined;
    if (constantOf(least) === 0 && limits.lo === 0)
      return `\`${greater.name}\` is unsigned and so never below zero`;
    return undefined;
  }

  /** Why a counter goes away from its bound or stands still, or undefined. */
  wrongDirection(condition: Expr): string | undefined {
    const test = comparison(condition);
    if (test === undefined) return undefined;
    const { op } = test;
    const left = withoutCasts(test.left);
    const variable = left.kind === 'name' ? left.variable : undefined;
    if (variable === undefined || variable.type.kind !== 'int' || !variable.type.signed)
      return undefined;
    if (this.isOpen(variable) || !this.isStable(test.right)) return undefined;
    const changes = this.changes.get(variable) ?? [];
    const steps = changes.flatMap((change) => change.by ?? []);
    if (changes.length === 0 || steps.length < changes.length) return undefined;
    if (/^<=?$/.test(op) && steps.every((by) => by < 0))
      return `\`${variable.name}\` only goes down, away from its bound`;
    if (/^>=?$/.test(op) && steps.every((by) => by > 0))
      return `\`${variable.name}\` only goes up, away from its bound`;
    const total = steps.reduce((sum, by) => sum + by, 0);
    const always =
      changes.length > 1 && changes.every((change) => this.isUnconditional(change.block));
    if (total === 0 && always)
      return `what raises \`${variable.name}\` is undone in the same round`;
    return undefined;
  }

  private collect(block: BasicBlock): void {
    for (const expr of expressionsOf([block])) {
      if (expr.kind === 'assign') this.note(expr.target, block.id, stepOf(expr));
      else if (expr.kind === 'incdec') this.note(expr.operand, block.id, expr.op === '++' ? 1 : -1);
      else if (expr.kind === 'opaque') this.hidden = true;
      else if (expr.kind === 'binary' && expr.op === '>>' && expr.left.type.kind !== 'int')
        this.note(expr.right, block.id, undefined);
      else if (expr.kind === 'call' && this.mayWriteNames(expr)) {
        for (const arg of expr.args) this.note(arg, block.id, undefined);
        if (expr.receiver !== undefined) this.note(expr.receiver, block.id, undefined);
      }
    }
    for (const step of block.steps)
      if (step.kind === 'declare')
        this.changes.set(step.variable, [{ block: block.id, by: undefined }]);
  }

  private note(target: Expr, block: number, by: number | undefined): void {
    const variable = rootVariable(target);
    if (variable === undefined) return;
    const whole = target.kind === 'name' ? by : undefined;
    this.changes.set(variable, [...(this.changes.get(variable) ?? []), { block, by: whole }]);
  }

  /** A C++ function may take a reference, and a macro of an unknown header may assign. */
  private mayWriteNames(call: CallExpr): boolean {
    if (this.unit.language === 'cpp') return libraryModelOf(call.name) === undefined;
    return this.isUnknown(call) && /^[A-Z_0-9]+$/.test(call.name);
  }

  private isOpen(variable: Variable): boolean {
    const { scope, type, start } = variable;
    if (scope !== 'local' && scope !== 'parameter') return true;
    if (type.kind === 'pointer' && type.reference === true) return true;
    const line = this.unit.tree.text.lastIndexOf('\n', start) + 1;
    if (/\bvolatile\b|\batomic/.test(this.unit.tree.text.slice(line, start))) return true;
    return this.taken.has(variable) || this.hidden;
  }

  private isUnchanged(variable: Variable): boolean {
    return !this.isOpen(variable) && !this.changes.has(variable);
  }

  private isUnknown(call: CallExpr): boolean {
    if (call.name === '') return true;
    return !NEITHER_WAITS_NOR_EXITS.test(call.name) && this.definition(call.name) === undefined;
  }

  private definition(name: string): LoweredFunction | undefined {
    return this.unit.functionsByName.get(name);
  }

  private mayStop(call: CallExpr): boolean {
    if (isFinal(this.unit, call.name)) return true;
    const callee = this.definition(call.name);
    return callee !== undefined && !this.isPrompt(call.name, 0);
  }

  /** A function that comes back at once, as far as the file shows. */
  private isPrompt(name: string, depth: number): boolean {
    if (NEITHER_WAITS_NOR_EXITS.test(name)) return true;
    const callee = this.definition(name);
    if (callee === undefined || depth > 4 || callee === this.fn) return false;
    for (const expr of expressionsOf(callee.blocks)) {
      if (expr.kind === 'throw' || expr.kind === 'opaque') return false;
      if (expr.kind === 'call' && (isNoReturn(expr.name) || !this.isPrompt(expr.name, depth + 1)))
        return false;
    }
    return true;
  }

  /** A function of the file whose result its arguments alone decide. */
  private isPure(call: CallExpr): boolean {
    const callee = this.definition(call.name);
    if (callee === undefined) return false;
    for (const expr of expressionsOf(callee.blocks)) {
      if (/^(?:call|deref|index|opaque|throw|new|delete)$/.test(expr.kind)) return false;
      if (expr.kind === 'name' && !/^(?:local|parameter)$/.test(expr.variable?.scope ?? ''))
        return false;
      if (expr.kind === 'member' && expr.arrow) return false;
    }
    return true;
  }

  /** Whether every round goes through a block: without it nothing leads back to the header. */
  private isUnconditional(block: number): boolean {
    const { header, body } = this.loop;
    if (block === header) return true;
    const inside = new Set(body);
    const after = (id: number) => {
      const end = this.fn.blocks[id]?.end;
      return end === undefined ? [] : successors(end);
    };
    const others = reachable([header], (id) =>
      after(id).filter((next) => next !== block && inside.has(next)),
    );
    return [...others].every((id) => !after(id).includes(header));
  }
}

/** How far an assignment moves its target, where that is a constant. */
function stepOf(expr: Expr & { kind: 'assign' }): number | undefined {
  const { op, target, value } = expr;
  if (op === '+=' || op === '-=') {
    const by = constantOf(value);
    return by === undefined ? undefined : op === '+=' ? by : -by;
  }
  if (op !== '=' || value.kind !== 'binary' || (value.op !== '+' && value.op !== '-'))
    return undefined;
  const by = constantOf(value.right);
  const same =
    target.kind === 'name' && value.left.kind === 'name' && target.variable === value.left.variable;
  return by === undefined || !same ? undefined : value.op === '+' ? by : -by;
}

function comparison(expr: Expr): { op: string; left: Expr; right: Expr } | undefined {
  return expr.kind === 'binary' && /^[<>]=?$/.test(expr.op) ? expr : undefined;
}
