import { lossySteps, type Measured } from '../../src/rules/confidence/evidence.ts';
import type { JudgedFinding } from './judged-file.ts';

/** How often the findings of each rule and kind of evidence were right, in a fixed order. */
export function measure(judged: readonly JudgedFinding[]): Measured[] {
  const counts = new Map<string, Measured>();
  for (const finding of judged) {
    const { rule, basis } = finding;
    // A cause that was mended says nothing of what is reported today.
    if (basis === undefined) continue;
    const { event } = basis;
    const steps = lossySteps(basis);
    const key = `${rule} ${event} ${steps}`;
    const known = counts.get(key) ?? { rule, event, steps, judged: 0, right: 0 };
    const right = known.right + WORTH[finding.verdict];
    counts.set(key, { ...known, judged: known.judged + 1, right });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** What a verdict counts: what is true and not worth a reviewer's time counts half. */
const WORTH: Readonly<Record<JudgedFinding['verdict'], number>> = { true: 1, minor: 0.5, false: 0 };

/** The module that holds the table, as `npm run format` leaves it. */
export function measuredModule(measured: readonly Measured[]): string {
  const rows = measured.map(
    ({ rule, event, steps, judged, right }) =>
      `  { rule: '${rule}', event: '${event}', steps: ${steps}, judged: ${judged}, right: ${right} },\n`,
  );
  return `import type { Measured } from './evidence.ts';

/** Made by \`npm run bench:calibration -- --write\` of bench/calibration/judged.json. */
export const MEASURED: readonly Measured[] = ${rows.length === 0 ? '[]' : `[\n${rows.join('')}]`};
`;
}
