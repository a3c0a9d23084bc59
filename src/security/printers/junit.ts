import { escapeHtml } from '../../page/html-text.ts';
import { onOneLine } from '../../page/visible-text.ts';
import { count } from '../report/count.ts';
import { groupCandidates } from '../report/groups.ts';
import { verdictSentence } from '../report/headline.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';

/**
 * The report as test results in the form of JUnit: each finding is a test that fails, what could not be
 * examined one with an error. Where there is neither, there is one test, which passes.
 */
export function toJunit(report: Report): string {
  const { findings } = groupCandidates(report.candidates);
  const errors = report.verdict === 'inconclusive' || report.incomplete ? [incomplete(report)] : [];
  const cases = [...findings.map(failure), ...errors];
  const passed = passedName(report);
  const shown = cases.length === 0 ? [testCase('rustward', passed, '')] : cases;
  const counts = `tests="${shown.length}" failures="${findings.length}" errors="${errors.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rustward" ${counts}>`,
    `  <testsuite name="rustward ${escapeHtml(report.mode)}" ${counts} skipped="0">`,
    ...shown,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** What a run without findings has come to, as the name of its test. */
function passedName({ summary, comparison }: Report): string {
  const leftOut = comparison?.left_out_files ?? 0;
  if (leftOut > 0) {
    const are = `${count(leftOut, 'changed source')} left out and not examined`;
    return comparison?.changed_files === 0 ? are : `nothing stood out; ${are}`;
  }
  return summary.scanned_files === 0 ? 'there was no source to examine' : 'nothing stood out';
}

function failure(candidate: ReportedCandidate): string {
  const { file, line, column, pattern, severity, description, suggestion, evidence } = candidate;
  const message = escapeHtml(onOneLine(description));
  const body = [`${file}:${line}:${column}`, evidence, suggestion].map((text) =>
    escapeHtml(onOneLine(text)),
  );
  return testCase(
    file,
    `${pattern} (line ${line})`,
    `<failure type="${severity}" message="${message}">${body.join('\n')}</failure>`,
    line,
  );
}

function incomplete(report: Report): string {
  const { skipped } = report.summary;
  const said = verdictSentence(report, groupCandidates(report.candidates));
  const body = skipped.map(({ file, reason }) => escapeHtml(onOneLine(`${file} ${reason}`)));
  const message = escapeHtml(onOneLine(said));
  return testCase(
    'rustward',
    'everything was examined',
    `<error type="inconclusive" message="${message}">${body.join('\n')}</error>`,
  );
}

function testCase(file: string, name: string, content: string, line?: number): string {
  const place = line === undefined ? '' : ` file="${escapeHtml(file)}" line="${line}"`;
  const head = `    <testcase classname="${escapeHtml(file)}" name="${escapeHtml(name)}"${place}`;
  return content === '' ? `${head}/>` : `${head}>${content}</testcase>`;
}
