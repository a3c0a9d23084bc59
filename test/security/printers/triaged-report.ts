import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import type { Report } from '../../../src/security/report/report.ts';
import { candidate, exampleReport, reportOf } from './example-report.ts';

/** What a model may write: markup of every kind, mentions, line breaks and invisible characters. */
export const HOSTILE_PROSE =
  'Ask @everyone, see #12,\nhttps://evil.example/x and ![i](https://evil.example/i.png)\r\n# <script>alert(5)</script> | `code` {0} \u202E\u001b[31m</p></li>';

/** A derivation of which every text is the one given. */
export function derivation(text: string) {
  return {
    preconditions: text,
    trigger_path: [
      { function: 'main', file: 'src/main.c', line: 88, action: text },
      { function: text, file: 'src/header.c', line: 26, action: 'writes past the end of name' },
    ],
    consequences: text,
    suggestions: text,
  };
}

const PLAIN = {
  preconditions: 'The user opens an archive that the attacker made.',
  trigger_path: [
    { function: 'main', file: 'src/main.c', line: 88, action: 'reads the header of the archive' },
    {
      function: 'read_name',
      file: 'src/header.c',
      line: 26,
      action: 'copies `length` bytes to `name`, which has 64',
    },
  ],
  consequences: 'Up to 65,471 bytes of the stack are overwritten',
  suggestions: 'Refuse a name of 64 bytes or more.',
};

const EXAMINATIONS: readonly TriageResult[] = [
  {
    kind: 'verified',
    ...PLAIN,
    verification_notes: 'I looked for a check in main: there is none.',
  },
  {
    kind: 'unverified',
    ...derivation(HOSTILE_PROSE),
    unseen_callers: ['load (src/load.c:7)', HOSTILE_PROSE],
  },
  { kind: 'unproven', ...derivation(HOSTILE_PROSE), problem: 'main does not call read_name;\nno.' },
  { kind: 'refuted', by: 'analyst', reason: 'The caller checks the length (src/main.c:80).' },
  { kind: 'refuted', by: 'verifier', reason: HOSTILE_PROSE },
  { kind: 'dismissed', reason: HOSTILE_PROSE, review_notes: 'All callers were followed.' },
  {
    kind: 'unsettled',
    reason: 'Whoever calls passes 64 bytes.',
    unseen_callers: ['load (src/load.c:7)', '4 more callers'],
  },
  { kind: 'unexamined', reason: 'the limit of 30 minutes was reached; raise --max-minutes' },
];

const TRACE = exampleReport.candidates[0]?.trace ?? [];

/** A report with one candidate of every result that models can come to. */
export const examinedReport: Report = {
  ...reportOf(
    EXAMINATIONS.map((examination, index) =>
      candidate({
        gid: index + 1,
        id: `C00000${index + 1}`,
        pattern: 'boundary_funcs',
        // The first has two of its own, so that one is seen to take the place of the other.
        trace: index < 4 ? TRACE : [],
        examination,
      }),
    ),
  ),
  notice: 'Models examined 7 candidates of the scan.',
};
