import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { SanitizerReport, StackFrame } from './sanitizer-report.ts';
import { familiesOf, isOfWeakness, type WeaknessFamily } from './weakness-family.ts';

/** Where the sources of a side are inside the sandbox, the same for both sides. */
const SOURCES_INSIDE = '/work/src/';

/** A place that a finding names. */
interface CitedPlace {
  /** Relative to the root, `/`-separated. */
  readonly file: string;
  readonly function: string;
  readonly line: number;
}

/** What has to happen for a finding to be reproduced. */
export interface CitedDefect {
  readonly cwe: readonly number[];
  /** Where the defect is said to be. */
  readonly place: CitedPlace;
  /** The steps to it: the violation may happen at one of them. */
  readonly path: readonly CitedPlace[];
}

/** What came of one run of a driver. */
export interface SideRun {
  readonly end:
    | { readonly kind: 'exited'; readonly status: number }
    | { readonly kind: 'stopped'; readonly why: string };
  readonly reports: readonly SanitizerReport[];
  /** What the driver reached that nothing defines. */
  readonly undefinedSymbols: readonly string[];
}

/** The base, as far as the driver could be run on it. */
export type BaseSide =
  | { readonly kind: 'ran'; readonly run: SideRun }
  /** It has no such function: the change brings it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unbuilt'; readonly output: string };

/** What the runs say of one finding. */
export type Judgement =
  | { readonly outcome: 'reproduced'; readonly report: SanitizerReport }
  | { readonly outcome: 'not_reproduced'; readonly why: string };

/** A statement may stand on several lines. */
const NEAR_LINES = 2;

/**
 * Judges by the reports of the sanitizers alone: reproduced is a defect whose report has the cited function on
 * its stack, at the cited line or of the same weakness, in the code of the repository, on the head and
 * not on the base. Of an access out of bounds it may be the stack that allocated the memory.
 * @param base is asked only where the head has such a report
 */
export async function judgeSides(
  defect: CitedDefect,
  head: SideRun,
  base: () => Promise<BaseSide>,
): Promise<Judgement> {
  const found = citedReport(head.reports, defect);
  if (found === undefined) return { outcome: 'not_reproduced', why: whyNot(head, defect) };
  if (head.undefinedSymbols.length > 0) {
    const names = head.undefinedSymbols.join(', ');
    return notReproduced(`the run reached what nothing defines: ${names}`);
  }
  const { report, frame } = found;
  const side = await base();
  if (side.kind === 'absent') return { outcome: 'reproduced', report };
  if (side.kind === 'unbuilt') {
    return notReproduced(
      `the head does it, and the base cannot be compared: the driver does not build there\n${side.output}`,
    );
  }
  const { run } = side;
  const same = run.reports.find((one) => isSame(one, report, frame));
  if (same !== undefined) {
    return notReproduced(`the base does the same with this input:\n${same.text}`);
  }
  const incomparable = whyIncomparable(run);
  if (incomparable === undefined) return { outcome: 'reproduced', report };
  return notReproduced(`the head does it, and the base cannot be compared: ${incomparable}`);
}

function notReproduced(why: string): Judgement {
  return { outcome: 'not_reproduced', why };
}

/** The first report that shows what is cited, with the call of the stack that says so. */
function citedReport(
  reports: readonly SanitizerReport[],
  defect: CitedDefect,
): { readonly report: SanitizerReport; readonly frame: StackFrame } | undefined {
  for (const report of reports) {
    const frame = citedFrame(report, defect);
    if (frame !== undefined) return { report, frame };
  }
  return undefined;
}

function citedFrame(report: SanitizerReport, defect: CitedDefect): StackFrame | undefined {
  const own = codeFrames(report.stack);
  const [top] = own;
  if (top === undefined || !isOfRepository(top)) return undefined;
  const families = familiesOf(report);
  const isOfKind = isOfWeakness(families, defect.cwe);
  const seen = families.includes('lifetime') ? [...own, ...codeFrames(report.freedBy)] : own;
  // Memory that is too small goes wrong where it is used, and not where it is allocated.
  const allocated = families.includes('bounds') && isOfKind ? codeFrames(report.allocatedBy) : [];
  const inside = seen.find(
    (frame) =>
      isIn(frame, defect.place) &&
      (isOfKind || (isSurelyWrong(families) && isNear(frame, defect.place))),
  );
  if (inside !== undefined) return inside;
  const allocation = allocated.find((frame) => isIn(frame, defect.place));
  if (allocation !== undefined) return allocation;
  // A size or a type that stands outside of functions goes wrong in those that the way leads through.
  if (defect.place.function === '' && isOfKind) {
    const onWay = [...seen, ...allocated].find((frame) =>
      defect.path.some((step) => step.function !== '' && isIn(frame, step)),
    );
    if (onWay !== undefined) return onWay;
  }
  return isOfKind && defect.path.some((step) => isIn(top, step) && isNear(top, step))
    ? top
    : undefined;
}

/** Calls whose code is known: those of the sanitizer and of libraries have no file. */
function codeFrames(stack: readonly StackFrame[]): StackFrame[] {
  return stack.filter(({ file }) => file?.startsWith('/work/'));
}

function isOfRepository({ file }: StackFrame): boolean {
  return file?.startsWith(SOURCES_INSIDE) === true;
}

function isIn(frame: StackFrame, place: CitedPlace): boolean {
  return frame.file === SOURCES_INSIDE + place.file && isNamed(frame, place.function);
}

function isNear({ line }: StackFrame, place: CitedPlace): boolean {
  return line !== undefined && Math.abs(line - place.line) <= NEAR_LINES;
}

function isNamed(frame: StackFrame, name: string): boolean {
  return bareName(frame.function) === bareName(name);
}

function bareName(name: string): string {
  return unqualifiedName(name.replace(/\s*\(.*$/s, '').trim());
}

const SURELY_WRONG: readonly WeaknessFamily[] = ['bounds', 'lifetime', 'integer', 'division'];

/**
 * Whether it is a defect whatever is claimed. A null pointer and memory that is not released may just as well be
 * the driver's doing.
 */
function isSurelyWrong(families: readonly WeaknessFamily[]): boolean {
  return families.some((family) => SURELY_WRONG.includes(family));
}

/** Whether the base shows what the head shows; its lines are others. */
function isSame(other: SanitizerReport, report: SanitizerReport, frame: StackFrame): boolean {
  const families = familiesOf(report);
  return (
    familiesOf(other).some((family) => families.includes(family)) &&
    [...other.stack, ...other.freedBy, ...other.allocatedBy].some((one) =>
      isNamed(one, frame.function),
    )
  );
}

/** Why nothing follows from what the base did not report; undefined where something does. */
function whyIncomparable({ end, reports, undefinedSymbols }: SideRun): string | undefined {
  if (undefinedSymbols.length > 0) {
    return `it reached what nothing defines: ${undefinedSymbols.join(', ')}`;
  }
  const fatal = reports.find(({ tool, kind }) => tool !== 'undefined' && tool !== 'leak' && kind);
  // An assertion of the repository that stops the run is its own check.
  const stopsItself =
    fatal?.kind === 'ABRT' && codeFrames(fatal.stack).slice(0, 1).some(isOfRepository);
  if (fatal !== undefined && !stopsItself) return `it ended with another error:\n${fatal.text}`;
  if (end.kind === 'stopped') return `it ${end.why}`;
  return end.status > 128 && !stopsItself ? `it ended with status ${end.status}` : undefined;
}

/** What the head did instead. */
function whyNot({ end, reports, undefinedSymbols }: SideRun, defect: CitedDefect): string {
  if (undefinedSymbols.length > 0) {
    return `the run reached what nothing defines: ${undefinedSymbols.join(', ')}`;
  }
  const ended =
    end.kind === 'stopped' ? `the run ${end.why}` : `the run exited with status ${end.status}`;
  if (reports.length === 0) return `${ended}, and no sanitizer reported anything`;
  const others = reports.map((report) => `${unmetCondition(report, defect)}:\n${report.text}`);
  const { place } = defect;
  const cited = `${place.function} (${place.file}:${place.line})`;
  return `${ended}, and what the sanitizers reported is not what is claimed of ${cited}:\n${others.join('\n\n')}`;
}

/** Which condition a report does not meet. */
function unmetCondition(report: SanitizerReport, { place, path, cwe }: CitedDefect): string {
  const own = codeFrames(report.stack);
  const [top] = own;
  if (top === undefined) return 'no call of it is in code with known lines';
  if (!isOfRepository(top)) return 'it happens in the code of the driver';
  const all = [...own, ...codeFrames(report.freedBy), ...codeFrames(report.allocatedBy)];
  const names = place.function === '' ? path : [place];
  if (!all.some((frame) => names.some((one) => isIn(frame, one)))) {
    const wanted = [...new Set(names.map((one) => one.function))].join(', ');
    return `${wanted} is on none of its stacks`;
  }
  if (isOfWeakness(familiesOf(report), cwe))
    return `${place.function} is on none of the stacks that count for this kind of error`;
  return `it is of another weakness than CWE-${cwe.join(', CWE-')}, and not at line ${place.line}`;
}
