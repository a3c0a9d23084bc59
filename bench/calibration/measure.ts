import { lossySteps, type Measured } from '../../src/rules/confidence/evidence.ts';
import type { JudgedFinding } from './judged-file.ts';

/**
 * The most that findings of one project count for, of one rule and kind of evidence: they mostly share
 * their cause (Kremenek and Engler, "Z-Ranking", 2003), so that a hundred of them say little more of
 * another project than a few.
 */
const MAX_OF_A_PROJECT = 8;

/** How often the findings of each rule and kind of evidence were right, in a fixed order. */
export function measure(judged: readonly JudgedFinding[]): Measured[] {
  const counts = new Map<string, Measured>();
  for (const group of Map.groupBy(judged, groupOf).values()) {
    const [{ rule, basis } = {}] = group;
    if (rule === undefined || basis === undefined) continue;
    const { event } = basis;
    const steps = lossySteps(basis);
    const key = `${rule} ${event} ${steps}`;
    const known = counts.get(key) ?? { rule, event, steps, judged: 0, right: 0 };
    const right = group.reduce((sum, { verdict }) => sum + WORTH[verdict], 0);
    const weight = Math.min(1, MAX_OF_A_PROJECT / group.length);
    counts.set(key, {
      ...known,
      judged: rounded(known.judged + weight * group.length),
      right: rounded(known.right + weight * right),
    });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Findings of one project with the same rule and kind of evidence; what rests on nothing has no group. */
function groupOf({ project, rule, basis }: JudgedFinding): string {
  if (basis === undefined) return '';
  return `${project} ${rule} ${basis.event} ${lossySteps(basis)}`;
}

function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}

/** What a verdict counts: what is true and not worth a reviewer's time counts half. */
const WORTH: Readonly<Record<JudgedFinding['verdict'], number>> = { true: 1, minor: 0.5, false: 0 };

/** Where verdicts are, and the table that is made of them. */
export interface CalibrationTable {
  /** A file of this folder. */
  readonly judged: string;
  /** A module of src/rules/confidence, and what it exports. */
  readonly module: string;
  readonly name: string;
  /** Whether what was assumed on the way to a finding counts as a step that may have lost something. */
  readonly doubtsCount: boolean;
}

/** C and C++ have a table, and Rust has another one: their rules have nothing in common. */
export const TABLES: readonly CalibrationTable[] = [
  { judged: 'judged.json', module: 'measured.ts', name: 'MEASURED', doubtsCount: true },
  {
    judged: 'judged-rust.json',
    module: 'measured-rust.ts',
    name: 'MEASURED_RUST',
    doubtsCount: false,
  },
];

/** Findings with what of their evidence counts in a table. */
export function asCounted(
  judged: readonly JudgedFinding[],
  { doubtsCount }: Pick<CalibrationTable, 'doubtsCount'>,
): readonly JudgedFinding[] {
  if (doubtsCount) return judged;
  return judged.map((one) =>
    one.basis === undefined ? one : { ...one, basis: { ...one.basis, doubts: [] } },
  );
}

/** The module that holds the table, as `npm run format` leaves it. */
export function measuredModule(measured: readonly Measured[], table: CalibrationTable): string {
  const rows = measured.map(
    ({ rule, event, steps, judged, right }) =>
      `  { rule: '${rule}', event: '${event}', steps: ${steps}, judged: ${judged}, right: ${right} },\n`,
  );
  return `import type { Measured } from './evidence.ts';

/** Made by \`npm run bench:calibration -- --write\` of bench/calibration/${table.judged}. */
export const ${table.name}: readonly Measured[] = ${rows.length === 0 ? '[]' : `[\n${rows.join('')}]`};
`;
}
