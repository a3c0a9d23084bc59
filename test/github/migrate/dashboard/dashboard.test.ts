import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type FunctionNote,
  parseNotes,
  printNote,
  ticksBetween,
  withTicks,
} from '../../../../src/github/migrate/dashboard/function-notes.ts';
import { printDashboard } from '../../../../src/github/migrate/dashboard/print-dashboard.ts';
import { progressSvg } from '../../../../src/github/migrate/dashboard/progress-svg.ts';
import {
  type ListedPull,
  type Row,
  rowKey,
  rowsOf,
} from '../../../../src/github/migrate/dashboard/rows.ts';
import { statusAnswer } from '../../../../src/github/migrate/dashboard/status-answer.ts';
import { goldenFile } from '../../../support/golden-file.ts';
import { rendered, scannedText, tagsOf, targetsOf } from '../../../support/rendered-markdown.ts';
import { exampleSurvey } from '../example-survey.ts';

const REPOSITORY = 'https://github.com/ada/demo';
const keyOf = (text: string) => {
  const [file = '', name = ''] = text.split('#');
  return rowKey({ name, file });
};
const pull = (number: number, name: string, more: Partial<ListedPull> = {}): ListedPull => ({
  ...{ number, branch: `rustward/migrate/${name}`, state: 'open', isDraft: true, ...more },
});

const PULLS = [
  pull(9, 'parse', { isDraft: false, gate: 'success' }),
  pull(8, 'print', { blocked: 'CI failed three times: @ada look' }),
  pull(4, 'get_u32', { state: 'merged' }),
];
const NOTES = new Map([[keyOf('src/path.c#join'), { isTicked: true, isBegun: false }]]);

function printed(rows: readonly Row[], more: { chart?: string } = {}): string {
  const subject = { rows, repositoryUrl: REPOSITORY, head: 'a'.repeat(40), maxOpen: 3 };
  return printDashboard({ ...subject, problems: [], ...more });
}

const rows = () => rowsOf(exampleSurvey(), PULLS, NOTES);
const chart = `${REPOSITORY}/blob/rustward/dashboard/progress.svg?raw=true&v=1`;

describe('the dashboard', () => {
  test('tells what is done, what is proposed, and what can be begun', () => {
    const text = `${printed(rows(), { chart })}\n`;
    expect(text).toBe(goldenFile('migration-dashboard/dashboard.md', text));
  });

  test('has a picture of it', () => {
    const svg = progressSvg(rows());
    expect(svg).toBe(goldenFile('migration-dashboard/progress.svg', svg));
  });

  test('and an answer in a comment', () => {
    const text = `${statusAnswer(rows(), 3)}\n`;
    expect(text).toBe(goldenFile('migration-dashboard/status.md', text));
  });

  test('is printed again with the ticks that people made in it', () => {
    const before = printed(rows());
    const line = before.split('\n').find((one) => one.includes('`is_safe`')) ?? '';
    const after = before.replace(line, line.replace('[ ]', '[x]'));
    const key = keyOf('src/path.c#is_safe');
    expect(ticksBetween(before, after)).toEqual({ ticked: [key], emptied: [] });
    expect(ticksBetween(after, before)).toEqual({ ticked: [], emptied: [key] });
    const again = rowsOf(exampleSurvey(), PULLS, parseNotes(after));
    expect(again.filter(({ isTicked }) => isTicked).map(({ id }) => id.name)).toEqual([
      'is_safe',
      'join',
    ]);
  });

  test('remembers why a function came to nothing until somebody wants it again', () => {
    const key = keyOf('src/path.c#is_safe');
    const blocked = 'it does not build: `x` is <missing> --> @ada';
    const notes = new Map([[key, { isTicked: false, isBegun: false, blocked }]]);
    const text = printed(rowsOf(exampleSurvey(), [], notes));
    expect(parseNotes(text).get(key)).toEqual({ isTicked: false, isBegun: false, blocked });
    const wanted = withTicks(parseNotes(text), { ticked: [key], emptied: [] });
    expect(wanted.get(key)).toEqual({ isTicked: true, isBegun: false });
  });

  test('a pull request goes before what was noted, and Rust before both', () => {
    const key = keyOf('src/size.c#parse');
    const note = new Map([[key, { isTicked: true, isBegun: true, blocked: 'no' }]]);
    const statusOf = (all: readonly Row[]) => all.find((row) => row.key === key);
    expect(statusOf(rowsOf(exampleSurvey(), PULLS, note))).toMatchObject({
      ...{ status: { kind: 'ready', pull: 9 }, isTicked: false },
    });
    const done = exampleSurvey({ 'src/size.c#parse': { rust: 'size::parse' } });
    expect(statusOf(rowsOf(done, PULLS, note))).toMatchObject({
      ...{ status: { kind: 'in Rust' }, isTicked: false },
    });
    const closed = [pull(9, 'parse', { state: 'closed' })];
    expect(statusOf(rowsOf(exampleSurvey(), closed, new Map()))).toMatchObject({
      status: { kind: 'closed', pull: 9 },
    });
  });

  test('a pull request is ready only while its gate is green', () => {
    const shown = (more: Partial<ListedPull>) =>
      printed(rowsOf(exampleSurvey(), [pull(9, 'parse', more)], new Map()))
        .split('\n')
        .find((line) => line.includes('`parse`'));
    expect(shown({ isDraft: true })).toContain(': draft #9 ');
    expect(shown({ isDraft: true, gate: 'failure' })).toContain(': **fails its gate: #9** ');
    expect(shown({ isDraft: false })).toContain(': #9 waits for its gate ');
    expect(shown({ isDraft: false, gate: 'failure' })).toContain(': **fails its gate: #9** ');
    expect(shown({ isDraft: false, gate: 'success' })).toContain(': **ready: #9** ');
  });

  test('functions of one name in two files have rows and branches of their own', () => {
    const survey = exampleSurvey({ 'src/other.c#parse': {} });
    const all = rowsOf(survey, PULLS, new Map());
    const named = all.filter(({ id }) => id.name === 'parse');
    expect(new Set(named.map(({ key }) => key)).size).toBe(2);
    // The branch without a file is that of neither.
    expect(named.map(({ status }) => status.kind)).toEqual(['open', 'open']);
  });

  test('fits, however many functions there are, and says how many it leaves out', () => {
    const many = Array.from({ length: 3000 }, (_, at) => [
      `src/part${at % 40}.c#function_${at}`,
      {},
    ]);
    const survey = exampleSurvey(Object.fromEntries(many));
    const last = 'src/part39.c#function_2999';
    const notes = new Map([[keyOf(last), { isTicked: true, isBegun: false }]]);
    const all = rowsOf(survey, PULLS, notes);
    const text = printed(all);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    const left = /\*\*([\d,]+) more functions\*\*/.exec(text)?.[1]?.replace(',', '');
    const shown = parseNotes(text).size;
    expect(shown + Number(left)).toBe(3000 + 4);
    expect(parseNotes(text).get(keyOf(last))?.isTicked).toBe(true);
    expect(progressSvg(all)).toContain('and 29 more files');
  });
});

const key = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'),
  minLength: 16,
  maxLength: 16,
});
const note: fc.Arbitrary<FunctionNote> = fc.record(
  {
    isTicked: fc.boolean(),
    isBegun: fc.boolean(),
    blocked: fc.string({ minLength: 1, maxLength: 300 }).map((text) => text.toWellFormed()),
  },
  { requiredKeys: ['isTicked', 'isBegun'] },
);

describe('notes', () => {
  test('are read as they were printed, behind any words for people', () => {
    const words = fc.string().filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.dictionary(key, fc.tuple(note, words), { maxKeys: 8 }), (entries) => {
        const lines = Object.entries(entries).map(
          ([own, [one, text]]) => `- [${one.isTicked ? 'x' : ' '}] ${text} ${printNote(own, one)}`,
        );
        const notes = Object.entries(entries).map(([own, [one]]) => [own, one] as const);
        expect(parseNotes(lines.join('\n'))).toEqual(new Map(notes));
      }),
    );
  });

  test('are nothing in whatever else an issue holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(parseNotes(after).size).toBe(0);
        expect(ticksBetween(before, after)).toEqual({ ticked: [], emptied: [] });
      }),
    );
  });
});

test('nothing of a repository acts in a dashboard, an answer or a picture', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            '@ada',
            '#1',
            'GH-3',
            'https://evil.example',
            '![x](https://evil.example)',
            '<img src=x>',
          ],
          ...[
            '</details>',
            '-->',
            '<!--',
            '`',
            '|',
            '\n- [x] y',
            '[x](y)',
            '\u202e',
            '</text><script>',
          ],
        ),
        fc.string({ maxLength: 8 }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.join(' '));
  const own = new Set([...tagsOf(rendered(printed(rows(), { chart }))), 'code', 'p', 'blockquote']);
  fc.assert(
    fc.property(hostile, (text) => {
      const [first, ...rest] = rows();
      const evil: Row[] = [first, ...rest].flatMap((row) =>
        row === undefined ? [] : [{ ...row, id: { name: text, file: text } }],
      );
      const blocked = evil.map(
        (row): Row => ({ ...row, status: { kind: 'blocked', reason: text } }),
      );
      const all = [...evil, ...blocked.slice(0, 1)];
      for (const body of [printed(all, { chart }), statusAnswer(all, 3)]) {
        const page = rendered(body);
        expect(tagsOf(page).filter((tag) => !own.has(tag))).toEqual([]);
        for (const target of targetsOf(page)) expect(target.startsWith(REPOSITORY)).toBe(true);
        expect(scannedText(page).replaceAll(/#(?:9|8|4|3)\b/g, '')).not.toMatch(
          /(?:^|[^\w`])@\w|#\d|GH-\d|:\/\//i,
        );
      }
      expect(progressSvg(all)).not.toMatch(/<(?!\/?(?:svg|title|style|rect|text)\b)/);
    }),
    { numRuns: 100 },
  );
});
