import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { SurveyedFunction } from '../../src/github/isolated-worker/survey.ts';
import { coverageWords, evidenceWords } from '../../src/migration/status/wording.ts';
import { codeSpan, plainText, quotedText, table } from '../../src/page/markdown-text.ts';
import { count, digits } from '../../src/security/report/count.ts';
import { costText } from '../result/outputs.ts';
import {
  countsOf,
  type MigrationResult,
  nameOf,
  type StepResult,
  stepsOf,
  verdictOf,
} from './migration-result.ts';

/** Rows of the order that a page has at most; the report has all. */
const MAX_ROWS = 500;

/** What a run came to, in a line. */
export function migrationHeadline(result: MigrationResult): string {
  const { done, all, uncompared } = countsOf(result.survey);
  const blocked = stepsOf(result, 'blocked');
  const open = stepsOf(result, 'not tried', 'pushed');
  const migrated = stepsOf(result, 'proposed', 'patch', 'pushed');
  const parts = [
    `${digits(done - uncompared)} of ${count(all, 'function')} migrated`,
    ...(uncompared === 0 ? [] : [`${digits(uncompared)} carried over, not compared with the C`]),
    ...(migrated.length === 0 ? [] : [`Made in this run: ${migrated.map(nameOf).join('; ')}`]),
    ...blocked.map((step) => `${nameOf(step)} is blocked: ${firstLine(step.reason)}`),
    ...open.map((step) =>
      step.kind === 'pushed'
        ? `a person has to open the pull request of ${nameOf(step)}`
        : `${nameOf(step)} was not tried: ${firstLine(step.reason)}`,
    ),
  ];
  return parts.join('. ');
}

/** Enough to know what it is about; the page has all of it. */
function firstLine(reason: string): string {
  const [line = ''] = reason.split('\n');
  return line.length <= 300 ? line : `${line.slice(0, 300).toWellFormed()}…`;
}

/**
 * The page of a run, as Markdown: what it did, the order with what is done, and what it took.
 * @param limits what the token cannot do, lines of Markdown
 */
export function migrationSummary(result: MigrationResult, limits: readonly string[]): string {
  const { survey, costs, seconds } = result;
  const notices = [...result.notices, ...survey.problems].map((line) => `- ${quotedText(line)}`);
  const took = [
    ['Cost of models', costText(costs)],
    ['Calls of models', digits(costs.calls)],
    ['Time', `${Math.round(seconds)} s`],
  ];
  return [
    `# Rustward migration: ${verdictOf(result)}`,
    quotedText(`${migrationHeadline(result)}.`),
    ...(result.steps.length === 0 ? [] : ['## This run', stepTable(result.steps)]),
    ...(limits.length === 0 ? [] : ['## What this token cannot do', limits.map(item).join('\n')]),
    ...orderChapter(result),
    ...(notices.length === 0 ? [] : ['## Notices', notices.join('\n')]),
    '## What it took',
    table(['', ''], took),
    '',
  ].join('\n\n');
}

function item(line: string): string {
  return `- ${line}`;
}

function stepTable(steps: readonly StepResult[]): string {
  return table(
    ['Function', 'C', 'Result', 'Evidence'],
    steps.map((step) => [
      step.functions.length === 0
        ? nameOf(step)
        : step.functions.map(({ name }) => codeSpan(name)).join(', '),
      step.functions.map(({ file }) => codeSpan(file)).join(', '),
      outcome(step),
      'evidence' in step ? step.evidence.map(evidenceText).join('; ') : '',
    ]),
  );
}

function outcome(step: StepResult): string {
  switch (step.kind) {
    case 'proposed':
      return `[draft pull request](${step.url})`;
    case 'pushed':
      return `on its branch; [open the pull request](${step.url}) by hand`;
    case 'patch':
      return 'in the patch';
    case 'open':
      return `[proposed before](${step.url})`;
    case 'done before':
      return 'migrated before';
    default:
      return `${step.kind}: ${quotedText(step.reason)}`;
  }
}

/** The lines of the C that were reached come with it, and the reason where nothing was compared. */
function evidenceText(evidence: Evidence): string {
  const words = evidenceWords(evidence);
  if (evidence.kind === 'not checked' || evidence.kind === 'nothing to compare')
    return `${words}: ${quotedText(evidence.because)}`;
  const reached = coverageWords(evidence);
  return reached === '' ? words : `${words}, ${reached} of its lines reached`;
}

function orderChapter({ survey, steps }: MigrationResult): string[] {
  const all = survey.steps.flat();
  const { done, compared, uncompared } = countsOf(survey);
  const rows = all
    .slice(0, MAX_ROWS)
    .map((one, at) => [
      ...[at + 1, codeSpan(one.name), codeSpan(`${one.file}:${one.start_line}`)],
      ...[
        stateOf(one, steps),
        one.migrated === undefined ? '' : evidenceText(one.migrated.evidence),
      ],
    ]);
  const rest = all.length - rows.length;
  return [
    '## Order',
    `${digits(done - uncompared)} of ${count(all.length, 'function')} migrated, ${digits(compared)} of them compared with the C; ${digits(uncompared)} carried over, not compared. Each needs only what stands above it, or beside it in a cycle.`,
    table(['', 'Function', 'C', 'State', 'Evidence'], rows),
    ...(rest === 0 ? [] : [`${count(rest, 'further function')}: the report has all.`]),
  ];
}

function stateOf(one: SurveyedFunction, steps: readonly StepResult[]): string {
  if (one.migrated !== undefined) {
    if (one.migrated.rust === '') return 'not needed';
    return one.migrated.evidence.kind === 'not checked' ? '**not compared**' : 'migrated';
  }
  const step = steps.find(({ functions }) =>
    functions.some(({ name, file }) => name === one.name && file === one.file),
  );
  return step === undefined ? 'to do' : plainText(step.kind);
}
