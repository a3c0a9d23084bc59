import type { Measured } from '../../src/rules/confidence/evidence.ts';
import type { JudgedFinding } from './judged-file.ts';

/** The bands of confidence that reports tell apart, from the surest down. */
const BANDS = [
  { name: 'high', from: 0.8 },
  { name: 'medium', from: 0.6 },
  { name: 'low', from: 0.5 },
  { name: 'place', from: 0 },
] as const;

/** What was judged, by rule and evidence, by round, and by the confidence of that day. */
export function calibrationText(
  judged: readonly JudgedFinding[],
  measured: readonly Measured[],
): string {
  const rows = measured.map(({ rule, event, steps, judged: all, right }) =>
    [rule.padEnd(28), event.padEnd(11), String(steps).padStart(5), share(right, all)].join('  '),
  );
  const head = ['rule'.padEnd(28), 'event'.padEnd(11), 'steps', '   right'].join('  ');
  const rounds = [...Map.groupBy(judged, ({ round, tuned }) => `${round} ${tuned}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, findings]) => {
      const { round, tuned } = findings[0] ?? { round: 0, tuned: false };
      return `round ${round}, ${tuned ? 'tuned' : 'unseen'} projects: ${counted(findings)}`;
    });
  const bands = BANDS.map(({ name, from }, index) => {
    const below = BANDS[index - 1]?.from ?? 1;
    const within = judged.filter(({ confidence }) => confidence >= from && confidence < below);
    return `drawn as ${name}: ${counted(within)}`;
  });
  const known = judged.flatMap((one) =>
    one.basis === undefined ? [] : [{ ...one, ...one.basis }],
  );
  const doubted = known.filter(({ doubts }) => doubts.length > 0);
  const others = known.filter(({ doubts }) => doubts.length === 0);
  const doubts = [
    `with something assumed on the way: ${counted(doubted)}`,
    `with nothing assumed: ${counted(others)}`,
  ];
  return `${[head, ...rows, '', ...rounds, ...bands, ...doubts].join('\n')}\n`;
}

function counted(findings: readonly JudgedFinding[]): string {
  const minor = findings.filter(({ verdict }) => verdict === 'minor').length;
  const right = findings.filter(({ verdict }) => verdict === 'true').length;
  return `${share(right, findings.length).trim()} true, and ${minor} true but minor`;
}

function share(right: number, all: number): string {
  return `${right}/${all}`.padStart(8);
}
