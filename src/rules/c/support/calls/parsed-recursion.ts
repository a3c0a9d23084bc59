import type { CallExpr, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { stronglyConnectedComponents } from '../../../../code/graph/strongly-connected-components.ts';
import { unqualifiedName } from '../../../../code/unqualified-name.ts';

/** Functions that call each other for what stands in brackets, as deep as the text nests them. */
export interface ParsedRecursion {
  readonly call: CallExpr;
  readonly by: LoweredFunction;
  readonly callee: LoweredFunction;
  readonly bracket: string;
}

const LIMITED = /depth|level|nest|recurs|limit|stack|budget|fuel/i;
const OPENING: ReadonlySet<number> = new Set([...'([{<'].map((letter) => letter.charCodeAt(0)));
const READS =
  /^(?:f?getc|getchar|next|peek|advance|consume|accept|expect|match|skip|get|lex|scan|eat)/i;

/** The recursions of a file that an opening bracket begins, and that count nothing on the way down. */
export function parsedRecursions(unit: TranslationUnit): readonly ParsedRecursion[] {
  const calls = new Map(unit.functions.map((fn) => [fn, callsWithin(unit, fn)] as const));
  const components = stronglyConnectedComponents([...unit.functions], (fn) =>
    (calls.get(fn) ?? []).map(({ callee }) => callee),
  );
  return components.flatMap((members) => {
    const inside = new Set(members);
    const edges = members.flatMap((by) =>
      (calls.get(by) ?? [])
        .filter(({ callee }) => inside.has(callee))
        .map((edge) => ({ by, ...edge })),
    );
    if (edges.length === 0) return [];
    const opening = members.flatMap((fn) => bracketOf(unit, fn) ?? [])[0];
    if (opening === undefined || !members.some(movesOn)) return [];
    if (
      members.some((fn) =>
        isLimited(
          fn,
          edges.flatMap(({ call }) => call.args),
        ),
      )
    )
      return [];
    const chosen = edges.find(({ by }) => bracketOf(unit, by) !== undefined) ?? edges[0];
    return chosen === undefined ? [] : [{ ...chosen, bracket: opening }];
  });
}

interface Edge {
  readonly call: CallExpr;
  readonly callee: LoweredFunction;
}

/** The calls of functions of the file, also of methods of the same object. */
function callsWithin(unit: TranslationUnit, fn: LoweredFunction): readonly Edge[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'call' || expr.name === '') return [];
    if (expr.receiver !== undefined && !isThis(expr.receiver)) return [];
    const named = functionsNamed(unit).get(unqualifiedName(expr.name)) ?? [];
    const [callee, ...others] = named;
    return callee === undefined || others.length > 0 ? [] : [{ call: expr, callee }];
  });
}

const byName = new WeakMap<TranslationUnit, ReadonlyMap<string, readonly LoweredFunction[]>>();

function functionsNamed(unit: TranslationUnit): ReadonlyMap<string, readonly LoweredFunction[]> {
  const known = byName.get(unit) ?? Map.groupBy(unit.functions, (fn) => unqualifiedName(fn.name));
  byName.set(unit, known);
  return known;
}

function isThis(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' && bare.name === 'this';
}

/** The bracket that a function asks a character for. Constants of an enumeration may have the numbers of brackets. */
function bracketOf(unit: TranslationUnit, fn: LoweredFunction): string | undefined {
  const text = unit.tree.text.slice(fn.start, fn.end);
  const isBracket = (code: number | undefined) =>
    OPENING.has(code ?? 0) && text.includes(`'${String.fromCharCode(code ?? 0)}'`);
  for (const { end } of fn.blocks) {
    if (end.kind !== 'switch' || !isCharacter(end.value)) continue;
    const found = end.cases.find(({ low, high }) => low === high && isBracket(low));
    if (found?.low !== undefined) return String.fromCharCode(found.low);
  }
  for (const expr of expressionsOf(fn.blocks)) {
    const asked = bracketAskedFor(expr);
    if (asked !== undefined && isBracket(asked)) return String.fromCharCode(asked);
  }
  return undefined;
}

/** The constant that a comparison, or a function that reads the next character, asks for. */
function bracketAskedFor(expr: Expr): number | undefined {
  if (expr.kind === 'call' && READS.test(unqualifiedName(expr.name)))
    return expr.args.map((arg) => constantOf(arg)).find((one) => OPENING.has(one ?? 0));
  if (expr.kind !== 'binary' || !/^[!=]=$/.test(expr.op)) return undefined;
  const right = constantOf(expr.right);
  const other = right === undefined ? expr.right : expr.left;
  return isCharacter(other) ? (right ?? constantOf(expr.left)) : undefined;
}

/** Whether a number is one character of a text, or what a function gives of it. */
function isCharacter(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'call') return true;
  return (bare.type.kind === 'int' && bare.type.bits === 8) || bare.kind === 'name';
}

/** Whether a function goes on in a text. */
function movesOn(fn: LoweredFunction): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      (expr.kind === 'incdec' && expr.op === '++') ||
      (expr.kind === 'assign' && expr.op === '+=') ||
      (expr.kind === 'call' && READS.test(unqualifiedName(expr.name))),
  );
}

/** Whether a test counts how deep the calls go: by its name, or since each call is given one more or one less. */
function isLimited(fn: LoweredFunction, given: readonly Expr[]): boolean {
  const counted = new Set<Variable>();
  for (const arg of given) {
    const bare = withoutCasts(arg);
    const inner = bare.kind === 'binary' && /^[-+]$/.test(bare.op) ? withoutCasts(bare.left) : bare;
    if (inner.kind === 'name' && inner.variable !== undefined && inner.type.kind === 'int')
      counted.add(inner.variable);
  }
  return fn.blocks.some(({ end }) => {
    if (end.kind !== 'branch') return false;
    return expressionsIn(end.condition).some((expr) => {
      if (expr.kind === 'call') return LIMITED.test(expr.name);
      if (expr.kind !== 'name' && expr.kind !== 'member') return false;
      if (LIMITED.test(expr.name)) return true;
      return expr.kind === 'name' && expr.variable !== undefined && counted.has(expr.variable);
    });
  });
}
