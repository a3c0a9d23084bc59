import { solveLattice } from '../../graph/data-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Variable } from '../ir/ast.ts';
import { partsOf, topLevelExpressions } from '../ir/walk.ts';
import { reverseControlFlow } from './control-flow.ts';

/** The local variables that nothing reads behind an edge, although the block before it may have read or written them. */
export interface Liveness {
  dyingOn(from: number, to: number): readonly Variable[];
}

/** A function is analysed more than once, and stays as it is. */
const known = new WeakMap<LoweredFunction, Liveness>();

/**
 * Live variables, backwards over the blocks (Aho, Sethi and Ullman, "Compilers",
 * 1986, 10.6), for plain local variables whose address is not taken: only these
 * are read by nothing but their name.
 */
export function livenessOf(fn: LoweredFunction): Liveness {
  const before = known.get(fn);
  if (before !== undefined) return before;
  const liveness = solved(fn);
  known.set(fn, liveness);
  return liveness;
}

function solved(fn: LoweredFunction): Liveness {
  const variables = plainLocals(fn);
  if (variables.length === 0) return { dyingOn: () => [] };
  const numbers = new Map(variables.map((variable, index) => [variable, index]));
  const words = (variables.length + 31) >>> 5;
  const uses = fn.blocks.map((block) => usesOf(block, numbers, words));
  const live = liveAtEntry(fn.blocks, uses, words);
  return {
    dyingOn(from, to) {
      const { mentioned } = uses[from] ?? NO_USES;
      const before = live[from] ?? NONE;
      const after = live[to] ?? NONE;
      const dying: Variable[] = [];
      for (let word = 0; word < words; word += 1) {
        let bits = ((before[word] ?? 0) | (mentioned[word] ?? 0)) & ~(after[word] ?? 0);
        for (; bits !== 0; bits &= bits - 1) {
          const variable = variables[word * 32 + 31 - Math.clz32(bits & -bits)];
          if (variable !== undefined) dying.push(variable);
        }
      }
      return dying;
    },
  };
}

type Bits = Uint32Array;

const NONE: Bits = new Uint32Array(0);

interface BlockUses {
  /** Read before the block surely writes them. */
  readonly read: Bits;
  /** Surely written, whatever was read before. */
  readonly written: Bits;
  /** Mentioned at all. */
  readonly mentioned: Bits;
}

const NO_USES: BlockUses = { read: NONE, written: NONE, mentioned: NONE };

/** Scalar locals that are read and written by name alone. */
function plainLocals(fn: LoweredFunction): Variable[] {
  const plain = new Set(fn.locals.filter(isPlain));
  for (const block of fn.blocks) {
    for (const step of block.steps) {
      // A reference is another name for what it is made from.
      if (step.kind === 'declare' && step.init !== undefined && !isPlain(step.variable))
        exclude(step.init, plain);
    }
    for (const root of topLevelExpressions(block)) excludeAddressed(root, plain);
  }
  return [...plain];
}

function isPlain({ type, scope }: Variable): boolean {
  if (scope !== 'local') return false;
  if (type.kind === 'pointer') return type.reference !== true;
  return type.kind === 'int' || type.kind === 'float';
}

/** Takes out the variables whose address an expression takes. */
function excludeAddressed(expr: Expr, plain: Set<Variable>): void {
  if (expr.kind === 'address') exclude(expr, plain);
  else for (const part of partsOf(expr)) excludeAddressed(part, plain);
}

function exclude(expr: Expr, plain: Set<Variable>): void {
  if (expr.kind === 'name' && expr.variable !== undefined) plain.delete(expr.variable);
  for (const part of partsOf(expr)) exclude(part, plain);
}

function usesOf(
  block: BasicBlock,
  numbers: ReadonlyMap<Variable, number>,
  words: number,
): BlockUses {
  const read = new Uint32Array(words);
  const written = new Uint32Array(words);
  const met = new Uint32Array(words);
  const numberOf = (expr: Expr): number =>
    expr.kind === 'name' && expr.variable !== undefined ? (numbers.get(expr.variable) ?? -1) : -1;
  const visit = (expr: Expr): void => {
    const number = numberOf(expr);
    if (number >= 0) {
      add(met, number);
      if (!has(written, number)) add(read, number);
    } else if (expr.kind === 'assign' && expr.op === '=' && numberOf(expr.target) >= 0) {
      add(met, numberOf(expr.target));
      visit(expr.value);
    } else for (const part of partsOf(expr)) visit(part);
  };
  // Only what an expression does whatever else is in it counts as written for sure.
  const write = (expr: Expr): void => {
    if (expr.kind !== 'assign') return;
    write(expr.value);
    if (expr.op === '=' && numberOf(expr.target) >= 0) add(written, numberOf(expr.target));
  };
  for (const step of block.steps) {
    if (step.kind === 'eval') {
      visit(step.expr);
      write(step.expr);
    } else if (step.kind === 'declare') {
      if (step.count !== undefined) visit(step.count);
      if (step.init !== undefined) visit(step.init);
      const number = numbers.get(step.variable);
      if (number === undefined) continue;
      add(met, number);
      add(written, number);
    }
  }
  const { end } = block;
  if (end.kind === 'branch') visit(end.condition);
  else if (end.kind === 'switch') visit(end.value);
  else if (end.kind === 'return' && end.value !== undefined) visit(end.value);
  return { read, written, mentioned: met };
}

/**
 * The variables that may be read behind the beginning of each block before they are written: the
 * least fixpoint over sets of variables, joined by union.
 */
function liveAtEntry(
  blocks: readonly BasicBlock[],
  uses: readonly BlockUses[],
  words: number,
): Bits[] {
  const liveBefore = (id: number, behind: Bits): Bits => {
    const { read, written } = uses[id] ?? NO_USES;
    const live = new Uint32Array(words);
    for (let word = 0; word < words; word += 1)
      live[word] = ((behind[word] ?? 0) & ~(written[word] ?? 0)) | (read[word] ?? 0);
    return live;
  };
  const nothing: Bits = new Uint32Array(words);
  const behind = solveLattice(reverseControlFlow(blocks), {
    boundary: nothing,
    join: union,
    equals: isSame,
    transfer: liveBefore,
  });
  return blocks.map(({ id }) => liveBefore(id, behind[id] ?? nothing));
}

// Loops: the methods of typed arrays call back for each of their few words, which takes many times as long.
function union(a: Bits, b: Bits): Bits {
  const both = new Uint32Array(a.length);
  for (let word = 0; word < a.length; word += 1) both[word] = (a[word] ?? 0) | (b[word] ?? 0);
  return both;
}

function isSame(a: Bits, b: Bits): boolean {
  for (let word = 0; word < a.length; word += 1) if (a[word] !== b[word]) return false;
  return true;
}

function add(bits: Bits, number: number): void {
  bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
}

function has(bits: Bits, number: number): boolean {
  return ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
}
