import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type {
  BasicBlock,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { expressionsIn, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { onlyReports } from '../../../../code/change/only-reports.ts';
import { addressTaken } from '../expressions/root-variable.ts';

/** Library functions that give the same for the same arguments and memory. */
const ANSWERS_THE_SAME = /^(?:is[a-z]+|to(?:upper|lower)|strn?(?:case)?cmp|strlen|memcmp|abs)$/;

/**
 * The test behind which a `continue` leads to the next round of a loop although nothing on the whole way round has changed
 * what the tests on it ask: the next round goes the same way, and so does each one after it.
 */
export function idleContinue(
  unit: TranslationUnit,
  fn: LoweredFunction,
  loop: Loop,
): Expr | undefined {
  if (loop.kind === 'range') return undefined;
  const text = unit.tree.text.slice(loop.start, loop.end);
  if (!/\bcontinue\b/.test(text)) return undefined;
  const open = addressTaken(fn);
  const ways = waysRound(fn, loop);
  for (const way of ways) {
    const test = testBeforeContinue(unit, fn, way);
    if (test !== undefined && isIdle(way, fn, open, unit)) return test;
  }
  return undefined;
}

/** So many ways round a loop are looked at, the first that are found. */
const MAX_WAYS = 64;

/** Ways from the head of a loop back to it that come through no block twice. */
function waysRound(fn: LoweredFunction, { header, body }: Loop): readonly (readonly number[])[] {
  const inside = new Set(body);
  // What another loop has left as it is may contradict the tests behind it.
  for (const { header: other } of fn.loops) if (other !== header) inside.delete(other);
  const found: (readonly number[])[] = [];
  const work: (readonly number[])[] = [[header]];
  for (let way = work.pop(); way !== undefined && found.length < MAX_WAYS; way = work.pop()) {
    const last = fn.blocks[way.at(-1) ?? -1];
    if (last === undefined || hasEffects(last)) continue;
    for (const next of new Set(successors(last.end))) {
      if (next === header) found.push(way);
      else if (inside.has(next) && !way.includes(next) && work.length < MAX_WAYS)
        work.push([...way, next]);
    }
  }
  return found;
}

/** Whether a block writes memory, or calls what may: after that nothing is known to be as it was. */
function hasEffects(block: BasicBlock): boolean {
  return topLevelExpressions(block).some((root) =>
    expressionsIn(root).some((part) => {
      switch (part.kind) {
        case 'call':
          return !(ANSWERS_THE_SAME.test(part.name) || onlyReports(part)) || part.isMacro === true;
        case 'assign':
          return localOf(part.target) === undefined;
        case 'incdec':
          return localOf(part.operand) === undefined;
        case 'binary':
          // `in >> number` reads.
          return part.op === '>>' && part.left.type.kind !== 'int';
        case 'opaque':
        case 'new':
        case 'delete':
        case 'throw':
          return true;
        default:
          return false;
      }
    }),
  );
}

function localOf(expr: Expr): Variable | undefined {
  if (expr.kind !== 'name') return undefined;
  const scope = expr.variable?.scope;
  return scope === 'local' || scope === 'parameter' ? expr.variable : undefined;
}

/** The last test of a way that has `continue` alone, or behind a few statements, on the side that the way takes. */
function testBeforeContinue(
  unit: TranslationUnit,
  fn: LoweredFunction,
  way: readonly number[],
): Expr | undefined {
  for (let at = way.length - 1; at >= 0; at -= 1) {
    const end = fn.blocks[way[at] ?? -1]?.end;
    if (end?.kind !== 'branch') continue;
    const behind = unit.tree.text.slice(end.condition.end, end.condition.end + 400);
    if (!/^\s*\)\s*(?:\{[^{}]*\bcontinue\s*;|continue\s*;)/.test(behind)) continue;
    return end.then === (way[at + 1] ?? way[0]) ? end.condition : undefined;
  }
  return undefined;
}

/** Whether what the tests on a way ask is the same once it has been gone round. */
function isIdle(
  way: readonly number[],
  fn: LoweredFunction,
  open: ReadonlySet<Variable>,
  unit: TranslationUnit,
): boolean {
  const blocks = way.flatMap((id) => fn.blocks[id] ?? []);
  const changed = changedOn(blocks);
  // What is set from values that stand still is the same in each round; a counter is not.
  const asked = blocks.flatMap(({ end }) =>
    end.kind === 'branch' ? [end.condition] : end.kind === 'switch' ? [end.value] : [],
  );
  return asked.flatMap(expressionsIn).every((part) => {
    if (part.kind !== 'name' || part.variable === undefined) return part.kind !== 'assign';
    const { variable } = part;
    if (variable.value !== undefined) return true;
    const scope = variable.scope;
    if (scope !== 'local' && scope !== 'parameter') return false;
    return !open.has(variable) && !changed.has(variable) && !mayChangeByItself(variable, unit);
  });
}

/** The variables whose values are not those of the round before, for all that the blocks of a way show. */
function changedOn(blocks: readonly BasicBlock[]): ReadonlySet<Variable> {
  const changed = new Set<Variable>();
  const settled = new Set<Variable>();
  const written = writtenIn(blocks);
  const reads = (value: Expr): boolean =>
    expressionsIn(value).every(
      (part) =>
        part.kind !== 'incdec' &&
        part.kind !== 'assign' &&
        (part.kind !== 'name' ||
          part.variable === undefined ||
          !written.has(part.variable) ||
          settled.has(part.variable)),
    );
  const set = (variable: Variable, value: Expr): void => {
    if (reads(value)) settled.add(variable);
    else changed.add(variable);
  };
  for (const block of blocks) {
    for (const step of block.steps)
      if (step.kind === 'declare') {
        if (step.init === undefined) changed.add(step.variable);
        else set(step.variable, step.init);
      }
    for (const part of topLevelExpressions(block).flatMap(expressionsIn)) {
      const target =
        part.kind === 'assign'
          ? localOf(part.target)
          : part.kind === 'incdec'
            ? localOf(part.operand)
            : undefined;
      if (target === undefined) continue;
      // What is asked of it in the first round may be another thing than in the next.
      changed.add(target);
    }
  }
  return changed;
}

function writtenIn(blocks: readonly BasicBlock[]): ReadonlySet<Variable> {
  const written = new Set<Variable>();
  for (const block of blocks) {
    for (const step of block.steps) if (step.kind === 'declare') written.add(step.variable);
    for (const part of topLevelExpressions(block).flatMap(expressionsIn)) {
      const target =
        part.kind === 'assign'
          ? localOf(part.target)
          : part.kind === 'incdec'
            ? localOf(part.operand)
            : undefined;
      if (target !== undefined) written.add(target);
    }
  }
  return written;
}

/** Whether hardware or another thread may change a variable, or what it points to. */
function mayChangeByItself(
  { start, type }: Variable,
  { tree: { text } }: TranslationUnit,
): boolean {
  if (type.kind === 'pointer' && type.reference === true) return true;
  const line = text.lastIndexOf('\n', start) + 1;
  const [words = ''] = text.slice(line, start).match(/[^,(;{]*$/) ?? [];
  return /\bvolatile\b|\batomic|_Atomic/.test(words);
}
