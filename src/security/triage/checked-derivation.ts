import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { Derivation, TriggerStep } from '../candidates/triage-result.ts';
import { callSites } from '../slice/call-sites.ts';
import type { SourceIndex } from '../slice/source-index.ts';

/** A call may stand over several lines, and be named by any of them. */
const MAX_LINE_DIFFERENCE = 3;

/** What a step names in place of a function when it lies outside of all, such as a global's value. */
const OUTSIDE = '(file)';

/** Names listed in a problem. */
const MAX_NAMES = 12;

/** A derivation whose every function and call is in the call graph, at the place named. */
export class CheckedDerivation {
  readonly value: Derivation;

  private constructor(value: Derivation) {
    this.value = value;
  }

  /** The derivation, or what of it does not hold. */
  static check(
    derivation: Derivation,
    candidate: Pick<Candidate, 'file' | 'line' | 'function'>,
    index: SourceIndex,
  ): CheckedDerivation | { readonly problems: readonly string[] } {
    const problems = triggerPathProblems(derivation.trigger_path, candidate, index);
    return problems.length === 0 ? new CheckedDerivation(derivation) : { problems };
  }
}

/**
 * Compares a trigger path with the call graph: every function must be defined where the path says,
 * every call must exist there, and the path must end in the function of the candidate. A step may
 * also go back to a function of the path that has not returned yet.
 * @returns what does not hold, one sentence each; nothing when all of it does
 */
export function triggerPathProblems(
  path: readonly TriggerStep[],
  candidate: Pick<Candidate, 'file' | 'line' | 'function'>,
  index: SourceIndex,
): string[] {
  const located = path.map((step, at) => locateStep(step, at + 1, index));
  const problems = located.flatMap((found) => (typeof found === 'string' ? [found] : []));
  /** The functions that have not returned yet. */
  let stack: GraphFunction[] = [];
  for (const [at, to] of located.entries()) {
    const [from, step] = [located[at - 1], path[at - 1]];
    if (to === undefined) continue;
    const returned = typeof to === 'string' ? -1 : stack.lastIndexOf(to);
    if (typeof to === 'string') stack = [];
    else if (returned >= 0) stack = stack.slice(0, returned + 1);
    else {
      if (typeof from === 'object' && step !== undefined) {
        const problem = callProblem(from, to, step, index);
        if (problem !== undefined) problems.push(`step ${at}: ${problem}`);
      }
      stack.push(to);
    }
  }
  const last = endProblem(path.at(-1), candidate, index);
  return last === undefined ? problems : [...problems, last];
}

function locateStep(
  { function: name, file, line }: TriggerStep,
  number: number,
  index: SourceIndex,
): GraphFunction | string | undefined {
  if (!index.files.includes(file)) return `step ${number}: the project has no file ${file}`;
  const lines = index.lines(file).length;
  if (line > lines) return `step ${number}: ${file} has only ${lines} lines, none of them ${line}`;
  const around = index.functionAt(file, line);
  if (around === undefined && name === OUTSIDE) return undefined;
  if (around !== undefined && sameName(around.name, name)) return around;
  const here = index.graph.definitions(bareName(name)).filter((fn) => fn.file === file);
  const [other] = here;
  if (other === undefined) {
    const elsewhere = index.graph.definitions(bareName(name)).map((fn) => fn.file);
    const hint = elsewhere.length === 0 ? '' : `; it is defined in ${elsewhere.join(', ')}`;
    return `step ${number}: ${file} defines no function ${name}${hint}`;
  }
  return `step ${number}: line ${line} of ${file} is not in ${name}, which reaches from ${other.line} to ${other.endLine}`;
}

function callProblem(
  from: GraphFunction,
  to: GraphFunction,
  { file, line }: TriggerStep,
  index: SourceIndex,
): string | undefined {
  // Of definitions for several systems, one that is not the nearest may be the one that is compiled.
  const isKnown = index.graph.callersOf(to).includes(from) || from.calls.includes(to.name);
  if (!isKnown) {
    if (mayCallThroughPointer(from, to, line, index)) return undefined;
    const names = from.calls.slice(0, MAX_NAMES).join(', ') || 'nothing';
    return `${from.name} (${file}) does not call ${to.name}; it calls ${names}`;
  }
  const sites = callSites(index, from, to);
  // A macro may make the call, and its lines are elsewhere.
  if (sites.length === 0 || sites.some((site) => Math.abs(site - line) <= MAX_LINE_DIFFERENCE))
    return;
  const where = sites.slice(0, MAX_NAMES).join(', ');
  return `${from.name} calls ${to.name} on line ${where} of ${file}, not on line ${line}`;
}

function endProblem(
  last: TriggerStep | undefined,
  { file, line, function: name }: Pick<Candidate, 'file' | 'line' | 'function'>,
  index: SourceIndex,
): string | undefined {
  const own = index.functionAt(file, line);
  const ends = last !== undefined && last.file === file;
  if (ends && (own === undefined || index.functionAt(file, last.line) === own)) return undefined;
  return `the path must end at the candidate, ${file}:${line}${name === '' ? '' : ` in ${name}`}`;
}

/**
 * Whether a call at a line may reach a function that no call there names: its address is taken
 * somewhere, and either near the line, or the line calls through a field or a variable.
 */
function mayCallThroughPointer(
  from: GraphFunction,
  to: GraphFunction,
  line: number,
  index: SourceIndex,
): boolean {
  const name = bareName(to.name);
  if (index.addressTakenAt(name) === undefined) return false;
  const lines = index.lines(from.file);
  const near = lines
    .slice(Math.max(from.line - 1, line - 1 - MAX_LINE_DIFFERENCE), line + MAX_LINE_DIFFERENCE)
    .join('\n');
  if (new RegExp(`\\b${name}\\b(?!\\s*\\()`).test(near)) return true;
  const own = lines[line - 1] ?? '';
  if (/(?:->|\.)\s*\w+\s*\(|\)\s*\(/.test(own)) return true;
  const body = lines.slice(from.line - 1, from.endLine).join('\n');
  const called = own.match(/[A-Za-z_]\w*(?=\s*\()/g) ?? [];
  return called.some((one) => new RegExp(`\\b${one}\\b(?!\\s*\\()`).test(body));
}

/** Whether two names mean one function, whatever stands around the last part of them. */
export function sameName(known: string, named: string): boolean {
  return bareName(known) === bareName(named);
}

/** `parse` of `Reader::parse()`. */
function bareName(name: string): string {
  return unqualifiedName(name.replace(/\s*\(.*$/s, '')).replaceAll(/\W/g, '');
}
