import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** A command of the way, and what is seen of what it left. */
export interface Station {
  readonly name: string;
  readonly good: boolean;
  /** What was seen, on one line. */
  readonly seen: string;
  readonly seconds: number;
}

/** What a check says of what a command has left. */
type Check = Pick<Station, 'good' | 'seen'>;

const RUSTWARD = join(import.meta.dirname, '../../bin/rustward');

const symbolSchema = z.object({
  id: z.string(),
  category: z.string(),
  calls: z.array(z.string()).default([]),
});
const stepSchema = z.object({ ids: z.array(z.string()) });
const statusSchema = z.object({
  totals: z.object({
    functions: z.int(),
    by_state: z.object({ migrated: z.int(), skipped: z.int() }),
    compared: z.int(),
    cases: z.int(),
    c_coverage_percent: z.number().nullable(),
    unsafe_lines: z.int(),
  }),
  phases: z.array(z.object({ met: z.boolean().nullable() })),
  gates: z.array(z.object({ outcome: z.string() })),
});

/** The commands up to where the crate stands, and what makes it better. */
export const WAY = {
  carry: ['config', 'scan', 'order', 'prepare', 'transpile', 'status'],
  improve: ['optimize', 'status again'],
} as const;

/**
 * Goes a part of the way of a migration, a command after the other, as a person does.
 * @param project a copy of the project, with a first commit and the C in the folder `c`
 * @param env with what the model is
 * @returns the stations, up to the first that is not good
 */
export function stationsOf(
  project: string,
  roots: readonly string[],
  wanted: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { isStrict = true }: { readonly isStrict?: boolean } = {},
): Station[] {
  const artifacts = join(project, '.rustward/c2rust');
  const way: readonly (readonly [string, readonly string[], (stdout: string) => Check])[] = [
    ['config', ['config', project, '--sources', 'c', '--roots', roots.join(',')], configured],
    ['scan', ['scan', project], scanned],
    ['order', ['run', project, '--until', 'scan'], ordered],
    ['prepare', ['run', project, '--until', 'prepare', '--strict-replay'], prepared],
    ['transpile', ['run', project, ...(isStrict ? ['--strict-replay'] : [])], transpiled],
    ['status', ['status', project, '--json'], stood],
    ['optimize', ['optimize', join(project, 'rust')], optimized],
    ['status again', ['status', project, '--json'], stood],
  ];
  const stations: Station[] = [];
  for (const [name, args, check] of way.filter(([each]) => wanted.includes(each))) {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(RUSTWARD, ['migrate', ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const seconds = (performance.now() - start) / 1000;
    const said = stderr.trim().split('\n').at(-1) ?? '';
    const found =
      status === 0 ? check(stdout) : { good: false, seen: `exit status ${status}: ${said}` };
    stations.push({ name, seconds, ...found });
    if (!found.good) break;
  }
  return stations;

  function configured(): Check {
    const text = readFileSync(join(artifacts, 'config.json'), 'utf8');
    const { root_symbols } = z
      .object({ root_symbols: z.array(z.string()) })
      .parse(JSON.parse(text));
    return { good: root_symbols.join() === roots.join(), seen: `${root_symbols.length} roots` };
  }

  function scanned(): Check {
    const symbols = lines('symbols.jsonl', symbolSchema);
    const functions = symbols.filter(({ category }) => category === 'function');
    const names = new Set(functions.map(({ id }) => id.replace(/^.*#/, '')));
    const missing = roots.filter((root) => !names.has(root.replace(/^.*:/, '')));
    const all = lines('symbols_raw.jsonl', symbolSchema).length;
    const isDrawn = existsSync(join(artifacts, 'call_graph.svg'));
    return {
      good: missing.length === 0 && isDrawn,
      seen: `${all} symbols, ${functions.length} functions to migrate${missing.map((name) => `; no ${name}`).join('')}`,
    };
  }

  function ordered(): Check {
    const steps = lines('translation_order.jsonl', stepSchema);
    const place = new Map(steps.flatMap(({ ids }, at) => ids.map((id) => [id, at] as const)));
    const late = lines('symbols.jsonl', symbolSchema).filter(({ id, calls }) =>
      calls.some((callee) => (place.get(callee) ?? -1) > (place.get(id) ?? -1)),
    );
    return {
      good: steps.length > 0 && late.length === 0,
      seen: `${steps.length} steps, ${late.length} before what they call`,
    };
  }

  function prepared(): Check {
    const text = readFileSync(join(project, 'rust/src/lib.rs'), 'utf8');
    const modules = text.match(/^pub mod \w+;/gm) ?? [];
    return { good: modules.length > 0, seen: `${modules.length} modules, and they build` };
  }

  function transpiled(stdout: string): Check {
    const last = stdout.trim().split('\n').at(-1) ?? '';
    return { good: /\bmigrated\b/.test(last) && !/blocked|skipped/.test(last), seen: last };
  }

  function stood(stdout: string): Check {
    const { totals, phases, gates } = statusSchema.parse(JSON.parse(stdout));
    const { functions, by_state, compared, cases, c_coverage_percent, unsafe_lines } = totals;
    const failed = gates.filter(({ outcome }) => outcome === 'failed').length;
    const unmet = phases.filter(({ met }) => met === false).length;
    return {
      good: by_state.migrated + by_state.skipped === functions && failed + unmet === 0,
      seen: `${compared} of ${functions} the same on ${cases} inputs, ${Math.round(c_coverage_percent ?? 0)} % of their C; ${unsafe_lines} lines unsafe; ${failed + unmet} gates failed`,
    };
  }

  function optimized(stdout: string): Check {
    const text = readFileSync(join(artifacts, 'optimize_report.json'), 'utf8');
    const { errors } = z.object({ errors: z.array(z.unknown()) }).parse(JSON.parse(text));
    const first = stdout.trim().split('\n')[0] ?? '';
    return { good: errors.length === 0, seen: first };
  }

  function lines<Item>(name: string, schema: z.ZodType<Item>): Item[] {
    const text = readFileSync(join(artifacts, name), 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => schema.parse(JSON.parse(line)));
  }
}
