import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Result } from 'sarif';
import {
  DECISION_LABEL,
  type ImportedPlace,
  placeText,
} from '../../../src/security/report/imported-place.ts';
import { billedModel } from '../../support/billed-model.ts';
import { rustward } from '../../support/command-line.ts';
import { sarifLog, sarifResult } from '../../support/sarif-log.ts';
import { runOf, validate } from '../../support/sarif-validator.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN(to, from) strcat(to, from)

static char title[64];

void add_to_title(const char *text)
{
    JOIN(title, text);
}

void add_mark(void)
{
    strcat(title, ".bak");
    strcat(title, "!");
}

void *make_table(int rows, int width)
{
    return malloc(rows * width);
}

int last_error(int *code)
{
    *code = 3;
    return 3;
}

void save(FILE *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
    fwrite(bytes, 1, count, to); // rustward-ignore: unchecked_io the caller asks ferror
}
`;

/** What another scanner claims: the rule, the weakness, and the line of `shelf.c`. */
const CLAIMS: readonly (readonly [rule: string, cwe: number, line: number])[] = [
  ['unchecked-append', 120, 5],
  ['unchecked-append', 120, 11],
  ['unchecked-append', 120, 16],
  ['unchecked-append', 120, 17],
  ['product-wraps', 190, 22],
  ['null-argument', 476, 27],
  ['unchecked-write', 252, 33],
  ['unchecked-write', 252, 34],
  ['unchecked-write', 252, 400],
];

function claim(rule: string, cwe: number, line: number, uri = 'shelf.c'): Result {
  return sarifResult(uri, line, {
    ruleId: rule,
    // So weak that beside ours alone a null pointer would be a mere place to look at.
    level: 'none',
    message: { text: `${rule} at line ${line}` },
    taxa: [{ id: `${cwe}`, toolComponent: { name: 'CWE' } }],
  });
}

function project() {
  const root = temporaryFolder({ 'shelf.c': SOURCE, 'notes.txt': 'one\n' });
  const results = [
    ...CLAIMS.map(([rule, cwe, line]) => claim(rule, cwe, line)),
    claim('unchecked-write', 252, 1, 'notes.txt'),
    { ...claim('unchecked-write', 252, 27), suppressions: [{ kind: 'external' as const }] },
    { ruleId: 'unplaced', message: { text: 'somewhere' } },
    'no result at all',
  ];
  const text = sarifLog([]).replace('"results":[]', `"results":${JSON.stringify(results)}`);
  const log = text.replace('"Lint"', '"Elder"');
  return { root, log: join(temporaryFolder({ 'elder.sarif': log }), 'elder.sarif') };
}

const shown = ({ line, rule, decision, reason }: ImportedPlace) =>
  `${line ?? '-'} ${rule.replace('elder/', '')}: ${decision}: ${reason}`;

describe('each result of another scanner', () => {
  test('has a decision in every format, whatever models answer', async () => {
    const { root, log } = project();
    const server = await billedModel(
      {
        isInvalid: ({ line }) => line === 33,
        isRisk: ({ line }) => line !== 22 && line !== 5,
        isValid: ({ line }) => line !== 27,
      },
      ({ role, candidates }) => {
        if (role === 'clusterer') {
          // One candidate is left out of each answer.
          const kept = candidates.filter(({ line }) => line !== 17);
          const entries = kept.map(({ number, line }) => ({
            verification: `line ${line} can go wrong`,
            gids: [number],
            is_invalid: line === 33,
            invalid_reason: line === 33 ? 'shelf.c:33 writes what ferror is asked about' : '',
          }));
          const content = `<CLUSTERS>${JSON.stringify(entries)}</CLUSTERS>`;
          return { kind: 'answer', content };
        }
        const isUnreadable = role === 'analyst' && candidates.some(({ line }) => line === 16);
        return isUnreadable ? { kind: 'answer', content: 'I would rather not say.' } : undefined;
      },
    );
    const review = servedReview(root, server);
    const folder = temporaryFolder();
    const { report, stdout } = await review.run(
      ...['--no-state', '--discover-limit', '0', '--import-sarif', log],
      ...['--report', `sarif=${folder}/r.sarif`, '--report', `html=${folder}/r.html`],
    );
    expect(server.problems).toEqual([]);
    const { imported = [] } = report;
    expect(imported.map(shown)).toEqual([
      '- elder: not_examined: 1 result is not in the form of SARIF',
      '- unplaced: not_examined: it has no file or no line',
      '1 unchecked-write: not_examined: it is in a file that was not examined',
      '5 unchecked-append: refuted: by the analyst: line 5 is bounded',
      '11 unchecked-append: verified: walked the way to line 11 again',
      '16 unchecked-append: not_examined: served gave no readable answer in 3 tries: there is no <REPORT> block',
      '17 unchecked-append: verified: walked the way to line 17 again',
      '22 product-wraps: refuted: by the analyst: line 22 is bounded',
      '27 null-argument: refuted: by the verifier: walked the way to line 27 again',
      '27 unchecked-write: not_examined: it is suppressed there',
      '33 unchecked-write: refuted: by the clusterer, and the reviewer agrees: shelf.c:33 writes what ferror is asked about (looked at all ways to line 33)',
      '34 unchecked-write: not_examined: it is suppressed: the caller asks ferror',
      '400 unchecked-write: not_examined: it is on a line that the file does not have',
    ]);
    const html = readFileSync(join(folder, 'r.html'), 'utf8');
    for (const { rule, decision, reason, ...place } of imported) {
      const said = `${DECISION_LABEL[decision]}: ${reason}`;
      expect(stdout).toContain(`${placeText(place)}  ${rule}  ${said}`);
      const item = `<code>${rule}</code> ${said.replace('<REPORT>', '&lt;REPORT&gt;')}`;
      expect(html).toContain(`<li><code>${placeText(place)}</code><span>${item}`);
    }
    const sarif = readFileSync(join(folder, 'r.sarif'), 'utf8');
    expect(runOf(sarif).properties?.['imported']).toEqual(imported);
    expect(validate(sarif).filter((line) => !line.includes('SARIF2005'))).toEqual([]);
  });

  test('says that no model was asked where none is configured', () => {
    const { root, log } = project();
    const options = ['--no-state', '--no-cache', '--import-sarif', log];
    const { stdout } = rustward(['scan', root, ...options]);
    expect(stdout).toContain('shelf.c:22  elder/product-wraps  not examined: no model was asked');
  });
});
