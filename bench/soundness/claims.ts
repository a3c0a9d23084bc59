import { lowerUnit } from '../../src/code/c/unit.ts';
import type { Range } from '../../src/code/flow/domain/value.ts';
import { analyseUnit } from '../../src/code/flow/project/analyse-unit.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import type { Observation } from './probed-run.ts';
import { FIRST_PROBE } from './probes.ts';

/** The ranges that the engine gives at each probe, one for each state that it keeps apart. */
export type Claims = ReadonlyMap<number, readonly Range[]>;

const grammars = loadGrammars();

/** Analyses a program as a file on its own. */
export async function claimsOf(text: string): Promise<Claims> {
  const parser = await grammars.parser('c');
  const claims = new Map<number, Range[]>();
  let probe: number | undefined;
  analyseUnit(lowerUnit(parseSyntax(parser, text), 'c', parser), 'program.c', {
    call({ call, args: [value] }, facts) {
      if (call.name !== 'labs' || value === undefined) return;
      const range = facts.range(value);
      if (probe === undefined) {
        if (range.lo === range.hi && range.lo >= FIRST_PROBE) probe = range.lo;
        return;
      }
      const known = claims.get(probe) ?? [];
      known.push({ lo: range.lo, hi: range.hi });
      claims.set(probe, known);
      probe = undefined;
    },
  });
  return claims;
}

/** What a run did that the engine does not allow, a line each. */
export function contradictions({ text, values }: Observation, claims: Claims): readonly string[] {
  const found: string[] = [];
  for (const [probe, seen] of values) {
    const ranges = claims.get(probe);
    const statement = statementBefore(text, probe);
    if (ranges === undefined) found.push(`reached, but taken for dead: ${statement}`);
    else {
      const outside = [...seen].find(
        (value) => !ranges.some((range) => lies(Number(value), range)),
      );
      if (outside !== undefined)
        found.push(`${outside} is in none of ${JSON.stringify(ranges)}: ${statement}`);
    }
  }
  return found;
}

/** Numbers past 2^53 are rounded on both sides. */
function lies(value: number, { lo, hi }: Range): boolean {
  const slack = Math.abs(value) * Number.EPSILON * 4;
  return value >= lo - slack && value <= hi + slack;
}

function statementBefore(text: string, probe: number): string {
  const before = text.slice(0, text.indexOf(`labs(${probe}L)`)).split('\n');
  const [, target = ''] =
    /labs\(\(long\)\((.*)\)\);/.exec(text.slice(before.join('\n').length).split('\n')[0] ?? '') ??
    [];
  return `${target} behind ${(before.at(-2) ?? '').trim().slice(0, 200)}`;
}
