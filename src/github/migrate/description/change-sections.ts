import { groupedDigits, plural } from '../../../migration/status/wording.ts';
import { codeSpan, table } from '../../../page/markdown-text.ts';
import type { MigratedFunction, MigrationFacts } from '../../isolated-worker/migration-facts.ts';
import { fitLines } from '../../text/clip-lines.ts';
import { shortText } from '../../text/short-text.ts';
import { sourceLink } from '../../text/source-link.ts';
import { remark } from './headline.ts';
import type { PullSubject } from './pull-subject.ts';

const MAX_NAME_CHARACTERS = 200;
const LIST_BYTES = 4000;

/** What each part of the C signature has become, and why. */
export function signatureSection({ facts }: PullSubject): string {
  const tables = facts.functions.flatMap(({ name, signature, decisions = [], skipped }) => {
    if (skipped !== undefined) return [];
    const title = facts.functions.length > 1 ? `**${codeSpan(name)}** is ` : 'The signature is ';
    const rows = decisions.map(({ c, rust, why }) => [
      c.startsWith('returns ') ? `returns ${code(c.slice('returns '.length))}` : code(c),
      rust === '' ? 'nothing' : rust === 'the result' ? rust : code(rust),
      shortText(why, 500),
    ]);
    const list = rows.length === 0 ? [] : [table(['C', 'Rust', 'Why'], rows)];
    return [`${title}${codeSpan(signature.slice(0, 1000))}.`, ...list];
  });
  return tables.length === 0 ? '' : ['### Signature', ...tables].join('\n\n');
}

/** What a reviewing model said, and what was not fixed since. */
export function remarksSection({ facts }: PullSubject): string {
  const all = [...new Set(facts.functions.flatMap(({ remarks }) => remarks))];
  if (all.length === 0) return '';
  const lines = all.map((one) => `- ${remark(one)}`);
  const text = fitLines(lines, LIST_BYTES, (left) => `- … and ${left} more.`);
  return `### What the reviewing model still says\n\n${text}`;
}

/** Tests, compiler, unsafe code, security: what was found in the crate with this change. */
export function checksSection({ facts, base, repositoryUrl, head, crate }: PullSubject): string {
  const { tests, tests_run, warnings, security, dependencies, items } = facts;
  const passed =
    tests_run === undefined
      ? 'They and all others of the crate ran in a sandbox, and passed.'
      : `All ${plural(tests_run, 'test')} of the crate ran in a sandbox, and passed.`;
  const came = tests.length === 0 ? '**none came with it.**' : `${names(tests)}.`;
  const unsafe = facts.unsafe.map(({ file, line, reason }) => {
    const path = crate === '.' ? file : `${crate}/${file}`;
    const at = sourceLink({ repositoryUrl, head: head ?? base }, { file: path, line });
    return `${head === undefined ? codeSpan(`${path}:${line}`) : at}: ${reason === '' ? '**no reason given**' : remark(reason)}`;
  });
  const rows: (readonly [string, string])[] = [
    ['Tests', `${came} ${passed}`],
    ['Unsafe', unsafe.length === 0 ? 'none' : unsafe.join('<br>')],
    [
      'Compiler and clippy',
      warnings === 0
        ? 'no warning in the crate'
        : `**${plural(warnings, 'warning')} in the crate**`,
    ],
    [
      'Security scan of the crate',
      security === undefined ? '**not done**' : securityText(security),
    ],
  ];
  if (dependencies.length > 0) rows.push(['New dependencies', `**${names(dependencies)}**`]);
  const others = items.filter((item) => !/^(?:pub )?use /.test(item));
  if (others.length > 0) rows.push(['Came with it', names(others)]);
  return `### Checks\n\n${table(['Check', 'Result'], rows)}`;
}

function securityText({ before, after }: NonNullable<MigrationFacts['security']>): string {
  const words = ({ high, other }: typeof before) =>
    high + other === 0
      ? 'no finding'
      : `${groupedDigits(high)} high, ${groupedDigits(other)} other`;
  const isWorse = after.high > before.high || after.other > before.other;
  const text = `before: ${words(before)}; with this change: ${words(after)}`;
  return isWorse ? `**${text}**` : text;
}

/** Functions around it: what it needs, and what may come next. */
export function neighboursSection({ facts }: PullSubject): string {
  const lines = facts.functions.flatMap(({ name, callees, callers }) => {
    if (callees === undefined || callers === undefined) return [];
    return [
      `- ${codeSpan(name)} calls ${neighbours(callees)}.`,
      `- It is called by ${neighbours(callers)}.`,
    ];
  });
  return lines.length === 0 ? '' : `### Around it\n\n${lines.join('\n')}`;
}

function neighbours(list: NonNullable<MigratedFunction['callees']>): string {
  if (list.length === 0) return 'no function of the project';
  const words = list.map(
    ({ name, isMigrated }) => `${codeSpan(name)} (${isMigrated ? 'in Rust' : 'still in C'})`,
  );
  return fitLines(words, LIST_BYTES, (left) => `${left} more`).replaceAll('\n', ', ');
}

function code(text: string): string {
  return codeSpan(text.slice(0, MAX_NAME_CHARACTERS));
}

function names(list: readonly string[]): string {
  const lines = list.map(code);
  return fitLines(lines, LIST_BYTES, (left) => `and ${left} more`).replaceAll('\n', ', ');
}
