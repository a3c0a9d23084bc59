import type { CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { type CType, pointee } from '../../../../code/c/ir/types.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import type { ReportHit } from '../../c-rule.ts';
import { onlyDefinition } from './own-functions.ts';

const ALLOCATES = /^(?:malloc|calloc|realloc|reallocarray|aligned_alloc)$/;
/** How many functions may lie between the size and the call of the library that gets it. */
const DEPTH = 2;
/** A record that is no larger has room enough. */
const POINTER_BYTES = 8;

/**
 * Blocks for records whose elements are counted with the size of a pointer to one: `all = calloc(n, sizeof(all))`, where
 * a function of the file may make the block.
 */
export function pointerSizedElements(unit: TranslationUnit, report: ReportHit): void {
  for (const fn of unit.functions)
    for (const { value, type } of receivedValues(fn)) {
      const call = withoutCasts(value);
      const record = call.kind === 'call' ? pointee(type) : undefined;
      if (call.kind !== 'call' || record?.kind !== 'record') continue;
      if ((unit.symbols.sizeOf(record) ?? 0) <= POINTER_BYTES) continue;
      const size = allocatedSizes(unit, call, DEPTH)
        .flatMap(factorsOf)
        .find((factor) => isSizeOfPointerTo(factor, record.name));
      if (size !== undefined)
        report(
          call,
          `\`${unit.tree.textOf(size)}\` is the size of a pointer, and the block holds elements of \`${record.name}\``,
          { confidence: 0.85, cwe: 467, event: 'shape' },
        );
    }
}

/** The values that a function puts somewhere or gives back, with the type of what receives them. */
function receivedValues(fn: LoweredFunction): { value: Expr; type: CType }[] {
  const found = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.op === '='
      ? [{ value: expr.value, type: expr.target.type }]
      : [],
  );
  for (const { steps, end } of fn.blocks) {
    for (const step of steps)
      if (step.kind === 'declare' && step.init !== undefined)
        found.push({ value: step.init, type: step.variable.type });
    if (end.kind === 'return' && end.value !== undefined)
      found.push({ value: end.value, type: fn.returns });
  }
  return found;
}

/** The arguments that decide how large the block is that a call makes. */
function allocatedSizes(unit: TranslationUnit, call: CallExpr, depth: number): readonly Expr[] {
  if (call.receiver !== undefined) return [];
  if (ALLOCATES.test(call.name)) return call.args.slice(call.name.startsWith('re') ? 1 : 0);
  const callee = depth > 0 ? onlyDefinition(unit, call.name) : undefined;
  if (callee === undefined) return [];
  const positions = new Set<number>();
  for (const inner of expressionsOf(callee.blocks)) {
    if (inner.kind !== 'call' || inner.name === callee.name) continue;
    for (const size of allocatedSizes(unit, inner, depth - 1).flatMap(factorsOf))
      if (size.kind === 'name' && size.variable?.scope === 'parameter')
        positions.add(size.variable.position);
  }
  return call.args.filter((_arg, position) => positions.has(position));
}

/** `a`, `b` and `c` of `a * (b * c)`. */
function factorsOf(expr: Expr): readonly Expr[] {
  const bare = withoutCasts(expr);
  return bare.kind === 'binary' && bare.op === '*'
    ? [...factorsOf(bare.left), ...factorsOf(bare.right)]
    : [bare];
}

function isSizeOfPointerTo(expr: Expr, record: string): boolean {
  if (expr.kind !== 'sizeof') return false;
  const of = expr.operand?.type ?? expr.of;
  const to = of.kind === 'pointer' ? of.to : undefined;
  return to?.kind === 'record' && to.name === record;
}
