import type { Reproduction } from './candidates/reproduction.ts';
import type { TriageResult } from './candidates/triage-result.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { ReviewScope } from './selection/review-scope.ts';
import type { Shard } from './selection/shard.ts';
import type { DiscoverySummary } from './triage/discovery-stage.ts';

/** Who looked, when no model did. */
export const NO_MODEL_NOTICE = "No model was asked: this is the static scan's own result.";

/** Who looked, when models were asked: how many candidates, and what they came to. */
export function triageNotice(examinations: readonly TriageResult[], withClaims = false): string {
  const of = (...kinds: TriageResult['kind'][]) =>
    examinations.filter(({ kind }) => kinds.includes(kind)).length;
  const unexamined = examinations.filter((one) => one.kind === 'unexamined');
  const reasons = [...new Set(unexamined.map(({ reason }) => reason))];
  const seen = examinations.length - unexamined.length;
  if (examinations.length === 0)
    return 'The static scan proposed nothing that a model could examine.';
  const because = `because ${reasons.slice(0, 2).join('; ')}${reasons.length > 2 ? '; and more' : ''}`;
  if (seen === 0) {
    const what = 'Models were to examine the candidates and did not';
    return `${what}, ${because}: this is the static scan's own result.`;
  }
  const parts = [
    `${of('verified')} verified`,
    ...some(of('unverified'), 'derived and not verified'),
    ...some(of('unproven', 'unsettled'), 'not settled'),
    `${of('refuted', 'dismissed')} refuted`,
  ];
  const left =
    unexamined.length === 0
      ? ''
      : ` ${count(unexamined.length, 'candidate was', 'candidates were')} not examined, ${because}.`;
  const whose = withClaims ? '' : ' of the scan';
  return `Models examined ${count(seen, 'candidate', 'candidates')}${whose}: ${parts.join(', ')}.${left}`;
}

/** Where models looked for defects themselves, and where they did not. */
export function discoveryNotice({ functions, claims, failed, left }: DiscoverySummary): string {
  if (functions + claims + failed.groups + left === 0) return '';
  const looked =
    functions + claims === 0
      ? 'Models looked for defects in no function.'
      : `Models looked for defects in ${count(functions, 'function', 'functions')}, and claimed ${claims === 0 ? 'none' : claims} beside the scan's candidates.`;
  const because = failed.reasons.slice(0, 2).join('; ');
  const unseen =
    failed.groups === 0
      ? ''
      : ` ${count(failed.groups, 'group of functions was', 'groups of functions were')} not looked at, because ${because}.`;
  const later =
    left === 0
      ? ''
      : ` ${count(left, 'group of functions is', 'groups of functions are')} left for further runs, by --discover-limit.`;
  return looked + unseen + later;
}

/** Which findings were shown by running the code. */
export function reproductionNotice(
  reproductions: readonly Reproduction[],
  ofWhich = 'Of those that stand',
): string {
  if (reproductions.length === 0) return '';
  const of = (outcome: Reproduction['outcome']) =>
    reproductions.filter((one) => one.outcome === outcome).length;
  const whys = reproductions.flatMap((one) => (one.outcome === 'not_tried' ? [one.why] : []));
  const because = [...new Set(whys)].slice(0, 2).join('; ');
  const parts = [
    `${of('reproduced')} reproduced by execution`,
    ...some(of('not_reproduced'), 'not reproduced, which refutes nothing'),
    ...(whys.length === 0 ? [] : [`${whys.length} not run, because ${because}`]),
  ];
  return `${ofWhich}: ${parts.join(', ')}.`;
}

function some(number: number, what: string): string[] {
  return number === 0 ? [] : [`${number} ${what}`];
}

/** The first line of a scan's report: who looked, and at what. */
export function scanNotice(outcome: ScanOutcome, who = NO_MODEL_NOTICE): string {
  const examined = outcome.files.filter(({ language }) => language !== undefined).length;
  if (outcome.files.length === 0) return `${who} There was no source file to examine.`;
  return `${who} ${count(examined, 'file was', 'files were')} examined.`;
}

/** A changed source that is no part of the scan. */
export interface LeftOutSource {
  readonly file: string;
  /** One clause, such as "is left out by the pattern gen/". */
  readonly reason: string;
}

interface ReviewNoticeFacts {
  readonly leftOut?: readonly LeftOutSource[];
  readonly unlisted?: number;
}

/**
 * The first line of a review's report: who looked, at what, and what was not examined.
 * @param more `leftOut`: the changed sources that are no part of the scan; `unlisted`: how many files, or parts of
 *   files, could not be examined and are as they were
 */
export function reviewNotice(
  scope: ReviewScope,
  base: string,
  who = NO_MODEL_NOTICE,
  { leftOut = [], unlisted = 0 }: ReviewNoticeFacts = {},
): string {
  const { changedFiles, changed, affected } = scope;
  if (changedFiles.length === 0 && leftOut.length > 0) {
    const others = count(leftOut.length, 'source file differs', 'source files differ');
    return `${who} ${others} from ${base}, and what is to be examined leaves out all of it: nothing was examined. ${namesOf(leftOut)}`;
  }
  if (changedFiles.length === 0) {
    return `${who} No source file differs from ${base}, so nothing was examined.`;
  }
  const functions = count(changed.length, 'changed function', 'changed functions');
  const callers = count(affected.length, 'function that calls them', 'functions that call them');
  return (
    `${who} Examined since ${base}: ${functions} and ${callers}, and the changed lines ` +
    `outside of functions, in ${count(changedFiles.length, 'changed file', 'changed files')}. ` +
    'Both versions were scanned, so that what the change brings about elsewhere is found as well.' +
    (leftOut.length === 0
      ? ''
      : ` ${count(leftOut.length, 'changed source', 'changed sources')} more ${leftOut.length === 1 ? 'is' : 'are'} no part of that, and not examined. ${namesOf(leftOut)}`) +
    (unlisted === 0
      ? ''
      : ` Of what the change leaves as it was, ${count(unlisted, 'file or part of one', 'files or parts of files')} cannot be examined; a scan lists ${unlisted === 1 ? 'it' : 'them'}.`)
  );
}

const MAX_NAMED = 3;

/** Which suppressions do nothing: a person has settled what is open again, or gone. */
export function idleNotice(idle: readonly string[]): string[] {
  if (idle.length === 0) return [];
  const named = idle.slice(0, MAX_NAMED).join('; ');
  const rest = idle.length > MAX_NAMED ? `; and ${idle.length - MAX_NAMED} more` : '';
  return [`${count(idle.length, 'suppression does', 'suppressions do')} nothing: ${named}${rest}.`];
}

/** Which sources a change touches that no one looked at, and what leaves them out, in a sentence. */
function namesOf(leftOut: readonly LeftOutSource[]): string {
  const named = leftOut.slice(0, MAX_NAMED).map(({ file, reason }) => `${file} ${reason}`);
  const more = leftOut.length - named.length;
  const rest = more === 0 ? '' : `; and ${more} more, which ${more === 1 ? 'is' : 'are'} listed`;
  return `${named.join('; ')}${rest}.`;
}

/** What goes before it where the tree was parted. */
export function shardNotice(shard: Shard | undefined): string {
  if (shard === undefined) return '';
  const { index, count } = shard;
  return `This is shard ${index} of ${count}: the others report the rest of the files. `;
}

/** What follows it where results of other scanners were imported. */
export function importNotice(tools: ReadonlySet<string>): string {
  if (tools.size === 0) return '';
  return ` Results of other scanners were imported: ${[...tools].sort().join(', ')}.`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
