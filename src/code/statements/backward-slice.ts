import { hasEffects, onlyPrints } from './effects.ts';
import { addTo, declarationsOf, type FileCode } from './file-code.ts';
import {
  markOf,
  type SlicedPlace,
  statementsAt,
  statementsOfFunction,
  withBlocks,
  withContinuations,
} from './place.ts';
import type { Statement } from './statements.ts';
import { allNamesIn, isDo, isLoop, jumps, namesIn } from './words.ts';

/**
 * The backward slice of a place in its file (Weiser, "Program Slicing", 1981), by names, in a form in which space and
 * comments do not count: its own statements, those of its function from which control or data may come to it, and what
 * the file declares of the names in these. What has
 * no part in that may change: statements behind the place that no loop leads back from, what only prints, and
 * variables that nothing which counts uses.
 *
 * It goes by names, and takes in too much where it cannot tell: what is left out does not reach the place within
 * the function, unless through a macro of another file. Other functions and files are not looked at.
 */
export function backwardSliceOf(code: FileCode, place: SlicedPlace): string {
  const { list, ends } = code.statements;
  const scope =
    place.function === undefined ? list : statementsOfFunction(code.statements, place.function);
  const at = statementsAt(scope, place);
  const within = place.function === undefined ? withBlocks(at) : scope;
  const own = withContinuations(within, new Set(at));
  const counted = countedOf(within, own, ends, place.until);
  const outermost = within[0]?.depth ?? 0;
  const kept = closure(code, within, own, counted);
  const names = new Set([...kept].flatMap(allNamesIn));
  const lines = within
    .filter((one) => kept.has(one))
    .map((one) =>
      [one.depth - outermost, own.has(one) ? markOf(one, place, ends) : '', textOf(one)].join(' '),
    );
  return JSON.stringify([lines, declarationsOf(code, names, kept).map(textOf).sort()]);
}

function textOf({ kind, tokens }: Statement): string {
  return `${kind} ${tokens.map(({ text }) => text).join(' ')}`;
}

/** What of a function control can pass before it comes to the place, and what stands before a line. */
function countedOf(
  within: readonly Statement[],
  own: ReadonlySet<Statement>,
  ends: ReadonlyMap<Statement, number>,
  until: number,
): ReadonlySet<Statement> {
  const last = within.findLastIndex((one) => own.has(one));
  const behind = within.slice(last + 1);
  // A label may stand before the place.
  if (behind.some(jumps)) return new Set(within);
  let line = until;
  for (const loop of loopsAround(own)) {
    const end = ends.get(loop) ?? 0;
    // The condition of `do` stands behind its block.
    const condition = behind.find((one) => one.depth === loop.depth && one.line >= end);
    line = Math.max(line, end, isDo(loop) ? (condition?.endLine ?? 0) : 0);
  }
  return new Set(within.filter((one, at) => at <= last || one.line <= line));
}

function loopsAround(own: ReadonlySet<Statement>): ReadonlySet<Statement> {
  const around = new Set<Statement>();
  for (const one of own) {
    for (let at = one.block; at !== undefined && !around.has(at); at = at.block) around.add(at);
  }
  return new Set([...around].filter(isLoop));
}

/** Of what counts, the place itself with the blocks around it, what has effects, and what sets a variable that these use. */
function closure(
  code: FileCode,
  within: readonly Statement[],
  own: ReadonlySet<Statement>,
  counted: ReadonlySet<Statement>,
): ReadonlySet<Statement> {
  const kept = new Set<Statement>();
  const names = new Set<string>();
  const setters = new Map<string, Statement[]>();
  const queue: Statement[] = [];
  const keep = (one: Statement) => {
    if (kept.has(one)) return;
    kept.add(one);
    queue.push(one);
  };
  for (const one of within) {
    if (own.has(one)) keep(one);
    else if (!counted.has(one) || onlyPrints(one, code.own)) continue;
    else if (one.kind === 'head' || hasEffects(one, code.own)) keep(one);
    else for (const name of namesIn(one)) addTo(setters, name, one);
  }
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    for (const name of namesIn(one)) {
      if (names.has(name)) continue;
      names.add(name);
      for (const setter of setters.get(name) ?? []) keep(setter);
    }
  }
  return kept;
}
