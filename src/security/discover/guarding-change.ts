import { type ChangeHunk, hunksWithin } from '../slice/source-change.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { FunctionGroup } from './function-group.ts';

/** A check that leaves where it fails, with whatever it says or gives up before: statements in braces or one. */
const JUMP = /^(?:return\b[^;]*|goto\s+\w+|break|continue)\s*;$/;
const CONDITION = /^(?:else\s+)?if\s*\(.*\)\s*\{?$/;
const CLEANUP =
  /^[A-Za-z_]\w*(?:->\w+|\.\w+)*\s*\([^;{}=]*\)\s*;$|^(?:ret|rc|err|error|status|result|retval|rv)\s*=\s*-?\w+\s*;$/;

/** Characters of a line that a person writes. */
const MAX_LINE = 300;

/**
 * Whether all that a change does to the functions of a group is to add checks that leave, or to make the size
 * of an allocation larger. Such a change is asked about with less around it: what it could break is in
 * the functions themselves.
 */
export function isGuardingChange(
  { functions, outside }: FunctionGroup,
  index: SourceIndex,
): boolean {
  if (outside.length > 0 || index.change === undefined) return false;
  const hunks = functions.flatMap((fn) =>
    hunksWithin(index.change, fn).map((hunk) => ({ fn, hunk })),
  );
  return (
    hunks.length > 0 &&
    hunks.every(({ fn, hunk }) => {
      const added = addedLines(fn.file, hunk, index);
      const removed = hunk.removed.map(plain).filter((line) => line !== '');
      // A line that no person has written is not taken apart.
      if ([...added, ...removed].some((line) => line.length > MAX_LINE)) return false;
      return removed.length === 0 ? isCheck(added) : isEnlarged(removed, added);
    })
  );
}

function addedLines(file: string, { start, count }: ChangeHunk, index: SourceIndex): string[] {
  return index
    .code(file)
    .slice(start - 1, start - 1 + count)
    .map(plain)
    .filter((line) => line !== '');
}

function plain(line: string): string {
  return line.replaceAll(/\/\*.*?(?:\*\/|$)|\/\/.*/g, '').trim();
}

/** Conditions with nothing in their bodies but what is given up, and a jump. */
function isCheck(lines: readonly string[]): boolean {
  // A condition over several lines is one.
  const joined = joinedConditions(lines).filter((line) => !/^[{}]+$/.test(line));
  if (joined.length === 0) return true;
  const first = joined[0] ?? '';
  let jumps = 0;
  for (const line of joined) {
    const statement = line.replace(/\}$/, '').trim();
    const inline = /^(?:else\s+)?if\s*\(.*\)\s*\{?\s*((?:return|goto|break|continue)\b.*;)$/.exec(
      statement,
    )?.[1];
    if (JUMP.test(inline ?? statement)) jumps += 1;
    else if (!CONDITION.test(statement) && !CLEANUP.test(statement)) return false;
  }
  return /^(?:else\s+)?if\b/.test(first) && jumps > 0;
}

function joinedConditions(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let depth = 0;
  for (const line of lines) {
    if (depth > 0) joined.push(`${joined.pop() ?? ''} ${line}`);
    else joined.push(line);
    depth += (line.match(/\(/g)?.length ?? 0) - (line.match(/\)/g)?.length ?? 0);
  }
  return joined;
}

/** The same text, but that the size of an allocation has become a sum with one more constant or a larger one. */
function isEnlarged(removed: readonly string[], added: readonly string[]): boolean {
  const [before, after] = [removed.join(' '), added.join(' ')].map((text) =>
    text.replaceAll(/\s+/g, ''),
  );
  if (before === undefined || after === undefined || !/alloc|size|len/i.test(after)) return false;
  const [, left = '', right = ''] = /^([\w>.-]+=)(.*)$/.exec(after) ?? [];
  if (left === '' || !before.startsWith(left)) return false;
  const old = before.slice(left.length);
  return added.length > 0 && withoutSummand(right).some((one) => one === old);
}

/** An expression with one constant summand taken out, in each way there is, or made smaller. */
function withoutSummand(expression: string): string[] {
  const found: string[] = [];
  for (const sum of expression.matchAll(/\d+\+(?=[(\w])/g))
    if (!/\w$/.test(expression.slice(0, sum.index)))
      found.push(expression.slice(0, sum.index) + expression.slice(sum.index + sum[0].length));
  for (const sum of expression.matchAll(/\+\d+(?=[),;])/g))
    found.push(expression.slice(0, sum.index) + expression.slice(sum.index + sum[0].length));
  for (const number of expression.matchAll(/(?<![\w.])\d+(?![\w.])/g))
    for (let value = 1; value < Math.min(Number(number[0]), 64); value += 1)
      found.push(
        expression.slice(0, number.index) +
          value +
          expression.slice(number.index + number[0].length),
      );
  return found;
}
