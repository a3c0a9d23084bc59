import type { Range } from '../../src/code/flow/domain/value.ts';
import type { CallEvent, FlowListener } from '../../src/code/flow/interpreter/events.ts';
import type { Facts } from '../../src/code/flow/interpreter/facts.ts';
import { analyse } from './c-code.ts';
import { type PrintedProgram, type Program, printProgram } from './c-program.ts';
import { runProgram } from './c-program-run.ts';

/** What the engine says of the variables where a probe is called, on one of the paths that it keeps apart. */
interface Claim {
  readonly ranges: readonly Range[];
  /** Pairs of positions of which the first is never above the second. */
  readonly ordered: readonly (readonly [number, number])[];
}

/** What the engine says of a program. */
export interface Claims {
  readonly printed: PrintedProgram;
  /** Whether the engine followed the program whole. */
  readonly whole: boolean;
  readonly probes: ReadonlyMap<number, readonly Claim[]>;
  /** The accesses to the array that may be out of bounds. */
  readonly unsafe: ReadonlySet<number>;
}

/** Analyses a program with probes, in as many steps as it takes or as are allowed. */
export function claimsOf(program: Program, steps?: number): Claims {
  const printed = printProgram(program);
  const probes = new Map<number, Claim[]>();
  const unsafe = new Set<number>();
  const { length } = program.array;
  const listener: FlowListener = {
    call(event, facts) {
      const [id] = event.args;
      if (event.call.name !== 'probe' || id === undefined) return;
      probes.set(id.add, [...(probes.get(id.add) ?? []), claimAt(event, facts)]);
    },
    access({ expr, indexValue }, facts) {
      const id = /^array\[\/\* (\d+)/.exec(facts.text(expr))?.[1];
      if (id === undefined || indexValue === undefined) return;
      const { lo, hi } = facts.range(indexValue);
      if (lo < 0 || hi >= length) unsafe.add(Number(id));
    },
  };
  const { cut } = analyse(printed.text, listener, steps === undefined ? {} : { steps });
  return { printed, whole: cut === undefined, probes, unsafe };
}

function claimAt(event: CallEvent, facts: Facts): Claim {
  const values = event.args.slice(1);
  const ordered = values.flatMap((a, i) =>
    values.flatMap((b, j) => (i !== j && facts.atMost(a, b) ? [[i, j] as const] : [])),
  );
  return { ranges: values.map((value) => facts.range(value)), ordered };
}

/** What a run does that the claims rule out, in words, or undefined. */
export function contradiction(
  program: Program,
  claims: Claims,
  inputs: readonly bigint[],
): string | undefined {
  const trace = runProgram(program, inputs);
  for (const { id, values } of trace.probes) {
    const here = claims.probes.get(id) ?? [];
    if (here.some((claim) => admits(claim, values))) continue;
    const said = here.map((claim) => JSON.stringify(claim)).join(' or ') || 'unreachable';
    return `inputs ${inputs} reach probe ${id} with ${values}, but: ${said}`;
  }
  const access = trace.fault === undefined ? undefined : claims.printed.accesses.get(trace.fault);
  return access === undefined || claims.unsafe.has(access)
    ? undefined
    : `inputs ${inputs} are out of bounds in access ${access}, which is said to be safe`;
}

function admits({ ranges, ordered }: Claim, values: readonly bigint[]): boolean {
  return (
    values.every((value, index) => {
      const range = ranges[index];
      const number = Number(value);
      const slack = slackOf(number);
      return range !== undefined && range.lo <= number + slack && number - slack <= range.hi;
    }) &&
    ordered.every(([i, j]) => {
      const a = Number(values[i] ?? 0n);
      const b = Number(values[j] ?? 0n);
      return a <= b + Math.max(slackOf(a), slackOf(b));
    })
  );
}

/** Numbers past 2^53 are known only to the digits of a double. */
function slackOf(value: number): number {
  return Math.abs(value) < 2 ** 53 ? 0 : 2 ** 20;
}
