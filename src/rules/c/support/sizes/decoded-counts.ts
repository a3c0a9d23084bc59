import type { CallExpr, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';

/** A container that gets as many elements as a number says which was decoded from a message. */
interface DecodedCount {
  readonly at: Expr;
  readonly count: Variable;
  readonly by: string;
}

/** The sizes in a C++ function that nothing compares with what there is, and that were decoded from bytes by a function of the file. */
export function decodedCounts(fn: LoweredFunction, unit: TranslationUnit): DecodedCount[] {
  const all = expressionsOf(fn.blocks);
  const decoded = new Map<Variable, string>();
  const decode = (variable: Variable | undefined, call: Expr | undefined) => {
    const bare = call && withoutCasts(call);
    if (variable === undefined || bare?.kind !== 'call' || !isWide(variable)) return;
    if (isDecoder(bare.name, unit)) decoded.set(variable, bare.name.replace(/^.*::/, ''));
  };
  for (const { steps } of fn.blocks)
    for (const step of steps) if (step.kind === 'declare') decode(step.variable, step.init);
  for (const expr of all) {
    if (expr.kind === 'assign' && expr.op === '=') decode(variableOf(expr.target), expr.value);
    if (expr.kind !== 'call') continue;
    for (const arg of expr.args) {
      const given = withoutCasts(arg);
      decode(variableOf(given.kind === 'address' ? given.operand : given), expr);
    }
  }
  if (decoded.size === 0) return [];
  const limited = limitedIn(all);
  return all.flatMap((expr): DecodedCount[] => {
    const size = sizeOf(expr);
    const count = size && variableOf(withoutCasts(size));
    const by = count && decoded.get(count);
    return count === undefined || by === undefined || limited.has(count)
      ? []
      : [{ at: expr, count, by }];
  });
}

function variableOf(expr: Expr): Variable | undefined {
  return expr.kind === 'name' && expr.variable?.scope === 'local' ? expr.variable : undefined;
}

/** What has more than 16 bits can ask for gigabytes. */
function isWide({ type }: Variable): boolean {
  return type.kind === 'int' && type.bits > 16;
}

/** `all.resize(n)`, `all.reserve(n)` and `new T[n]`. */
function sizeOf(expr: Expr): Expr | undefined {
  if (expr.kind === 'new') return expr.count;
  const isSized = expr.kind === 'call' && expr.receiver !== undefined;
  return isSized && /^(?:resize|reserve)$/.test(expr.name) ? expr.args[0] : undefined;
}

/** Whether the functions of the file with a name make a number of bytes: `p[0] << 24 | p[1] << 16`. */
function isDecoder(name: string, unit: TranslationUnit): boolean {
  const plain = name.replace(/^.*::/, '');
  const bodies = unit.functions.filter((fn) => fn.name === plain);
  return (
    bodies.length > 0 &&
    bodies.every((fn) =>
      expressionsOf(fn.blocks).some(
        (expr) =>
          (expr.kind === 'binary' &&
            expr.op === '<<' &&
            expr.right.kind === 'number' &&
            expr.right.value >= 8) ||
          (expr.kind === 'call' && /^(?:ntohl|be(?:32|64)toh|le(?:32|64)toh)$/.test(expr.name)),
      ),
    )
  );
}

/** The variables that are compared with something else than what a loop counts, or that `min` limits. */
function limitedIn(all: readonly Expr[]): ReadonlySet<Variable> {
  const counting = new Set(
    all.flatMap((expr) => (expr.kind === 'incdec' ? (variableOf(expr.operand) ?? []) : [])),
  );
  const limited = new Set<Variable>();
  for (const expr of all) {
    const isCompared =
      expr.kind === 'binary' &&
      /^(?:[<>]=?|[!=]=)$/.test(expr.op) &&
      ![expr.left, expr.right].some((side) => isZero(side) || isCounting(side, counting));
    const isPassed = expr.kind === 'call' && LIMITS.test(calledName(expr));
    if (!isCompared && !isPassed) continue;
    for (const part of expressionsIn(expr)) {
      const variable = variableOf(part);
      if (variable !== undefined) limited.add(variable);
    }
  }
  return limited;
}

const LIMITS = /^(?:min|clamp|.*(?:check|valid|limit|fits).*)$/i;

/** The last name of what is called, without the arguments of a template: `min` of `std::min<int>`. */
function calledName({ name, callee }: CallExpr): string {
  const written = name === '' && callee.kind === 'name' ? callee.name : name;
  return written.replace(/<.*$/s, '').replace(/^.*::/, '');
}

function isZero(expr: Expr): boolean {
  return expr.kind === 'number' && expr.value === 0;
}

function isCounting(expr: Expr, counting: ReadonlySet<Variable>): boolean {
  const variable = variableOf(withoutCasts(expr));
  return variable !== undefined && counting.has(variable);
}
