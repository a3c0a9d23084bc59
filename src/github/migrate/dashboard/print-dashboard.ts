import { groupedDigits, plural } from '../../../migration/status/wording.ts';
import { codeSpan, quotedText } from '../../../page/markdown-text.ts';
import type { Survey } from '../../isolated-worker/survey.ts';
import { sourceLink } from '../../text/source-link.ts';
import { printNote } from './function-notes.ts';
import { pausedText } from './paused-text.ts';
import type { Row } from './rows.ts';
import { statusWords } from './status-words.ts';
import { inRust, modulesOf, tallyOf } from './tally.ts';

export const DASHBOARD_TITLE = 'Migration to Rust';

/** What a dashboard shows. */
export interface DashboardSubject {
  readonly rows: readonly Row[];
  /** Of the repository, such as `https://github.com/ada/demo`. */
  readonly repositoryUrl: string;
  /** The commit whose C is listed. */
  readonly head: string;
  /** How many pull requests are open at once, at most. */
  readonly maxOpen: number;
  /** The address of the picture; none where it could not be written. */
  readonly chart?: string | undefined;
  /** What could not be read, one line each. */
  readonly problems: readonly string[];
  /** Why nothing is begun: see `Survey`. */
  readonly paused?: Survey['paused'];
}

/** GitHub's limit is 65,536 characters; the marker at the end needs some. */
const MAX_BYTES = 60_000;
const MAX_PROBLEMS = 5;

/**
 * The body of a dashboard, in Markdown: what there is to do and to decide first, what is done folded
 * away. Where there is too much of it, what is done is counted only, then functions at the end of the
 * order are left out, and their number is said.
 */
export function printDashboard(subject: DashboardSubject): string {
  const { rows } = subject;
  for (const showsDone of [true, false]) {
    const text = body(subject, rows, showsDone);
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  // What is wanted, and what people have to know of, is shown before what comes later.
  const isUrgent = (row: Row) =>
    row.isTicked || !['in Rust', 'open', 'waiting'].includes(row.status.kind);
  const later = rows.filter((row) => !isUrgent(row) && row.status.kind !== 'in Rust');
  let [least, most] = [0, later.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return shown(least);

  function shown(count: number): string {
    const left = new Set(later.slice(count));
    return body(subject, rows, false, left);
  }

  function fits(count: number): boolean {
    return Buffer.byteLength(shown(count)) <= MAX_BYTES;
  }
}

function body(
  subject: DashboardSubject,
  rows: readonly Row[],
  showsDone: boolean,
  leftOut: ReadonlySet<Row> = new Set(),
): string {
  const modules = [...modulesOf(rows)];
  const isDone = (own: readonly Row[]) => own.every(({ status }) => status.kind === 'in Rust');
  const open = modules.filter(([, own]) => !isDone(own));
  const done = modules.filter(([, own]) => isDone(own));
  const sections = open.flatMap(([file, own]) => {
    const lines = own
      .filter((row) => !leftOut.has(row) && (showsDone || row.status.kind !== 'in Rust'))
      .map((row) => rowLine(subject, row));
    return lines.length === 0 ? [] : [`${heading(file, own)}\n\n${lines.join('\n')}`];
  });
  const more =
    leftOut.size === 0
      ? []
      : [
          `**${plural(leftOut.size, 'more function')}** of the end of the order are not shown: they come up when others are done. \`/migrate FUNCTION\` begins any of them.`,
        ];
  return [...introduction(subject), ...sections, ...more, ...finished(subject, done, showsDone)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function introduction({ rows, chart, maxOpen, problems, paused }: DashboardSubject): string[] {
  const held = pausedText({ paused });
  const tally = tallyOf(rows);
  const { partly, unproven, proposed, blocked } = tally;
  const facts = [
    `**${groupedDigits(inRust(tally))} of ${plural(rows.length, 'C function')} are in Rust**`,
    ...(unproven === 0
      ? []
      : [`**${groupedDigits(unproven)} of them carried over and not compared with the C**`]),
    ...(partly === 0 ? [] : [`${groupedDigits(partly)} compared in part`]),
    ...(proposed === 0 ? [] : [`${groupedDigits(proposed)} proposed`]),
    ...(blocked === 0 ? [] : [`${groupedDigits(blocked)} blocked`]),
  ];
  const unread = problems.slice(0, MAX_PROBLEMS).map((one) => `> ${quotedText(one.slice(0, 300))}`);
  return [
    ...(chart === undefined ? [] : [`![Progress of the migration](${chart})`]),
    `${facts.join(', ')}.`,
    ...(held === undefined ? [] : [`> [!WARNING]\n> ${held.replaceAll('\n', '\n> ')}`]),
    [
      'Tick a function to have it migrated: it comes as a draft pull request, with the evidence that it does what the C does.',
      `At most ${plural(maxOpen, 'pull request')} of the migration are open at once; what is ticked beyond that waits for its turn, and for the functions that it calls.`,
      '`/migrate status`, `/migrate stop` and `/migrate retry FUNCTION` work in comments here, too. Close this issue, and it is left alone.',
    ].join(' '),
    ...(unread.length === 0
      ? []
      : [`> [!NOTE]\n> Not everything could be read:\n>\n${unread.join('\n>\n')}`]),
  ];
}

function heading(file: string, own: readonly Row[]): string {
  const done = own.filter(({ status }) => status.kind === 'in Rust').length;
  return `### ${codeSpan(file)}: ${groupedDigits(done)} of ${groupedDigits(own.length)} in Rust`;
}

function rowLine(subject: DashboardSubject, row: Row): string {
  const { id, line: first, endLine, status, isTicked, key } = row;
  const place = { file: id.file, line: first, endLine };
  const name = sourceLink(subject, place, codeSpan(id.name));
  const note = printNote(key, {
    isBegun: status.kind === 'in work',
    ...(status.kind === 'blocked' && status.pull === undefined ? { blocked: status.reason } : {}),
  });
  const isOn = isTicked || status.kind === 'in work';
  const box = hasBox(row) ? `[${isOn ? 'x' : ' '}] ` : '';
  return `- ${box}${name}: ${statusWords(row)} ${note}`;
}

/** Whether a tick can begin it, or has. */
function hasBox({ status }: Row): boolean {
  const kinds = ['open', 'waiting', 'closed', 'in work'];
  return kinds.includes(status.kind) || (status.kind === 'blocked' && status.pull === undefined);
}

function finished(
  subject: DashboardSubject,
  modules: readonly (readonly [string, readonly Row[]])[],
  showsDone: boolean,
): string[] {
  if (modules.length === 0) return [];
  const all = modules.flatMap(([, own]) => own);
  const { partly, unproven } = tallyOf(all);
  const said = [
    `${plural(modules.length, 'file')} done: ${plural(all.length, 'function')}`,
    ...(unproven === 0 ? [] : [`${groupedDigits(unproven)} of them not compared`]),
    ...(partly === 0 ? [] : [`${groupedDigits(partly)} compared in part`]),
  ].join(', ');
  if (!showsDone) return [`${said}.`];
  const lists = modules.map(
    ([file, own]) =>
      `${heading(file, own)}\n\n${own.map((row) => rowLine(subject, row)).join('\n')}`,
  );
  return [`<details><summary>${said}</summary>\n\n${lists.join('\n\n')}\n\n</details>`];
}
