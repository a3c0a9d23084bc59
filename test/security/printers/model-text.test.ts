import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Log } from 'sarif';
import { textReport } from '../../../src/cli/output/text-report.ts';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import { toHtml } from '../../../src/security/printers/html/page.ts';
import { toMarkdown } from '../../../src/security/printers/markdown.ts';
import { toSarif } from '../../../src/security/printers/sarif/sarif.ts';
import type { Report } from '../../../src/security/report/report.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';
import { candidate, reportOf } from './example-report.ts';
import { derivation, HOSTILE_PROSE } from './triaged-report.ts';

/** Text such as a model may write, with a letter in it, as the schema asks for. */
const modelText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '@everyone',
          'a/b#3',
          '![x](https://e.example)',
          '<img src=x>',
          '</script>',
          '```',
          '`',
        ],
        ...[
          '\n',
          '\r\n',
          '\n\n# ',
          '\n- ',
          '\n| ',
          '|',
          '\\',
          '{0}',
          '[a](1)',
          '\u001b[2J',
          '\u202e',
        ],
        ...['<!--', '&lt;', '"', "'", 'javascript:alert(1)', '~~~', '$x$', '1. ', HOSTILE_PROSE],
      ),
      fc.string({ unit: ANY_CHARACTER }),
    ),
  )
  .map((parts) => `x${parts.join(' ')}`);

/** A path that nobody has compared with the files of the tree. */
function anywhere(text: string) {
  return { trigger_path: [{ function: text, file: text, line: 1, action: text }] };
}

/** One candidate of each result, with this text wherever a model's text is. */
function reportWith(text: string): Report {
  const examinations: TriageResult[] = [
    { kind: 'verified', ...derivation(text), verification_notes: text },
    { kind: 'unverified', ...derivation(text) },
    { kind: 'unproven', ...derivation(text), ...anywhere(text), problem: text },
    { kind: 'refuted', by: 'verifier', reason: text },
    { kind: 'dismissed', reason: text, review_notes: text },
    { kind: 'unexamined', reason: text },
  ];
  return reportOf(
    examinations.map((examination, index) =>
      candidate({ gid: index + 1, id: `C00000${index}`, pattern: 'boundary_funcs', examination }),
    ),
  );
}

/** Controls but line feed and tab, marks of direction, zero-width characters. */
const HIDDEN = /[^\P{Cc}\n\t]|\p{Cf}/u;

const holds = (check: (text: string) => void) => fc.assert(fc.property(modelText, check));

test('in Markdown a text of a model adds no line, no cell, no link and no mention', () => {
  const shape = (printed: string) =>
    printed.split('\n').map((line) => line.match(/(?<!\\)\|/g)?.length);
  const expected = shape(toMarkdown(reportWith('x')));
  holds((text) => {
    const printed = toMarkdown(reportWith(text));
    expect(printed).not.toMatch(HIDDEN);
    expect(shape(printed)).toEqual(expected);
    const outsideCode = printed
      .replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
      .replace(/\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|<code>[^<]*<\/code>/g, '');
    expect(outsideCode).not.toMatch(/@\w|https?:|<\w|<\/|<!|\]\(|(?<!&)#\d|`/);
  });
});

test('in HTML a text of a model adds no element but code', () => {
  const tags = (page: string) =>
    page.match(/<[a-z!/][^>]*>/gi)?.filter((tag) => !/^<(\/?code|wbr)>$/.test(tag));
  const expected = tags(toHtml(reportWith('x')));
  holds((text) => {
    const page = toHtml(reportWith(text));
    expect(tags(page)).toEqual(expected);
    expect(page).not.toMatch(HIDDEN);
  });
});

test('in SARIF a text of a model makes no link and no placeholder, and hides nothing', () => {
  holds((text) => {
    const log: Log = JSON.parse(toSarif(reportWith(text)));
    for (const result of log.runs[0]?.results ?? []) {
      const message = result.message.text ?? '';
      const others = [
        ...(result.suppressions ?? []).map(({ justification = '' }) => justification),
        ...(result.relatedLocations ?? []).map((location) => location.message?.text ?? ''),
      ];
      for (const said of [message, ...others]) expect(said).not.toMatch(HIDDEN);
      const links = message.match(/(?<!\\)(?:\\\\)*\[(?:[^\\[\]]|\\.)*\]\([^)]*\)/g) ?? [];
      expect(links.every((link) => link.endsWith('](1)'))).toBe(true);
      expect(links.length).toBeLessThanOrEqual(1);
      expect(message).not.toMatch(/(?<!\{)\{\d+\}(?!\})/);
    }
  });
});

test('on a terminal a text of a model adds no line and no control character', () => {
  const lines = (text: string) => textReport(reportWith(text), false).split('\n').length;
  const expected = lines('x');
  holds((text) => {
    expect(textReport(reportWith(text), false)).not.toMatch(HIDDEN);
    expect(lines(text)).toBe(expected);
  });
});
