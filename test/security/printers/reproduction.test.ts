import { describe, expect, test } from '@jest/globals';
import { textReport } from '../../../src/cli/output/text-report.ts';
import { publicationPlanOf } from '../../../src/github/publication-plan/publication-plan-of.ts';
import type { Reproduction } from '../../../src/security/candidates/reproduction.ts';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import { toHtml } from '../../../src/security/printers/html/page.ts';
import { toJson } from '../../../src/security/printers/json.ts';
import { toMarkdown } from '../../../src/security/printers/markdown.ts';
import { toSarif } from '../../../src/security/printers/sarif/sarif.ts';
import { groupCandidates } from '../../../src/security/report/groups.ts';
import { reportSchema } from '../../../src/security/report/report-schema.ts';
import { selfContainedScript } from '../../../src/security/report/reproduction-view.ts';
import { rendered, tagsOf } from '../../support/rendered-markdown.ts';
import { candidate, reportOf } from './example-report.ts';
import { derivation, HOSTILE_PROSE } from './triaged-report.ts';

const VERIFIED: TriageResult = {
  kind: 'verified',
  ...derivation('The input is long.'),
  verification_notes: 'There is no check.',
};

function reproduced(driver: string, said = 'heap-buffer-overflow on address 0x60'): Reproduction {
  return {
    outcome: 'reproduced',
    command: 'sh reproduce-C000002.sh CHECKOUT',
    driver,
    unit: 'src/a.c',
    input: Buffer.from('long').toString('base64'),
    report: `==2==ERROR: AddressSanitizer: ${said}\n    #0 0x1 in copy src/a.c:10:3\n    #1 0x2 in main kit/driver.c:3:1\n    #2 0x3 in _start (reproduction+0x1)\n\n0x60 is located 0 bytes`,
    files: [
      { path: 'kit/driver.c', text: `${driver}\n` },
      { path: 'run.sh', text: 'echo "run of $1"\n' },
    ],
  };
}

const DRIVER = 'int main(void)\n{\n    return copy();\n}';

const WHY = 'the base does the same with this input:\n==1==ERROR: AddressSanitizer: SEGV';

/** One of each outcome; what was reproduced is less severe than the others. */
function report(first: Reproduction = reproduced(DRIVER)) {
  const finding = (gid: number, reproduction: Reproduction, score: number) =>
    candidate({
      gid,
      id: `C00000${gid}`,
      score,
      examination: VERIFIED,
      reproduction,
      pattern: 'boundary_funcs',
    });
  return reportOf([
    finding(1, { outcome: 'not_reproduced', why: WHY }, 2.85),
    finding(2, first, 1.9),
    finding(3, { outcome: 'not_tried', why: 'there is no clang' }, 2.7),
  ]);
}

const CONTEXT = {
  ...{ repositoryUrl: 'https://github.com/ada/demo', head: 'a'.repeat(40) },
  ...{ seconds: 75, sarif: false },
};

test('what was reproduced heads the list', () => {
  const { findings } = groupCandidates(report().candidates);
  expect(findings.map(({ gid }) => gid)).toEqual([2, 1, 3]);
});

describe('a report says what a run showed, and what it did not:', () => {
  test('Markdown', () => {
    const text = toMarkdown(report());
    expect(text).toContain('**Reproduced by execution.**');
    expect(text).toContain('    #0 0x1 in copy src/a.c:10:3\n');
    expect(text).toContain(`<details><summary>driver</summary>\n\n\`\`\`c\n${DRIVER}\n\`\`\``);
    expect(text).toContain('with `sh reproduce-C000002.sh CHECKOUT`');
    expect(text).toContain(
      'Not reproduced by execution: the base does the same with this input. That refutes nothing.',
    );
    expect(text).toContain('Not run: there is no clang.');
    expect(text).not.toContain('is located');
    expect(text).not.toContain('_start');
  });

  test('HTML, with a script to save', () => {
    const page = toHtml(report());
    expect(page).toContain('<span class="badge reproduced">reproduced</span>');
    expect(page).toContain('<span class="badge not_reproduced">not reproduced</span>');
    expect(page).toContain('That refutes nothing.');
    const [, base64 = ''] =
      /download="reproduce-C000002\.sh" href="data:text\/x-sh;base64,([^"]+)"/.exec(page) ?? [];
    expect(Buffer.from(base64, 'base64').toString()).toContain(DRIVER);
  });

  test('text', () => {
    const text = textReport(report(), false);
    expect(text).toMatch(/verified {2}reproduced$/m);
    expect(text).toMatch(/verified {2}not reproduced$/m);
    expect(text).toContain('run: #0 0x1 in copy src/a.c:10:3');
  });

  test('SARIF', () => {
    const [run] = JSON.parse(toSarif(report())).runs;
    const shown = run.results.find(
      (one: { properties: { id: string } }) => one.properties.id === 'C000002',
    );
    expect(shown.message.text).toContain('Reproduced by execution.');
    expect(shown.properties.reproduction).toMatchObject({ outcome: 'reproduced', driver: DRIVER });
    expect(shown.properties.reproduction).not.toHaveProperty('files');
  });

  test('JSON, which is read again as it is', () => {
    const read = reportSchema.parse(JSON.parse(toJson(report())));
    expect(read.candidates.map(({ reproduction }) => reproduction)).toEqual(
      report().candidates.map(({ reproduction }) => reproduction),
    );
  });

  test('the check and the comment', () => {
    const { summary, findings } = publicationPlanOf(report(), CONTEXT);
    expect(summary).toContain('| verified, **reproduced** |');
    expect(findings[0]?.body).toContain('**Reproduced by execution.**');
    expect(findings[0]?.body).toContain(DRIVER);
    expect(findings[1]?.body).not.toContain('Reproduced');
  });
});

test('a driver that a machine has written is said to be none of a model', () => {
  const given = reproduced(DRIVER);
  if (given.outcome !== 'reproduced') throw new Error(given.why);
  const machine = report({ ...given, written_by: 'machine' });
  const sentence = 'A driver that was generated, without a model, brings it about';
  expect(toMarkdown(machine)).toContain(sentence);
  expect(toHtml(machine)).toContain(sentence);
  expect(publicationPlanOf(machine, CONTEXT).findings[0]?.body).toContain(sentence);
  expect(toMarkdown(report())).toContain('A driver that a model has written brings it about');
  const script = selfContainedScript({ ...given, written_by: 'machine' });
  expect(script).not.toContain('A model has written');
  expect(selfContainedScript(given)).toContain('A model has written kit/driver');
});

test('nothing in a driver or a report acts', () => {
  const hostile = `${HOSTILE_PROSE}\n\`\`\`\n</pre><script>alert(1)</script>\n\`\`\`\`\n@everyone`;
  const evil = report(reproduced(hostile, hostile));
  const { findings } = publicationPlanOf(evil, CONTEXT);
  for (const text of [toMarkdown(evil), findings[0]?.body ?? '']) {
    expect(tagsOf(rendered(text))).not.toContain('script');
    expect(tagsOf(rendered(text))).not.toContain('img');
  }
  expect(toHtml(evil)).not.toContain('<script>alert');
});
