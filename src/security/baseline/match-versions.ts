import { type Candidate, OWN_SOURCE } from '../candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';
import type { BaselineState } from '../report/report.ts';
import { functionCounterparts, functionKey, type OutlinedFile } from './function-counterparts.ts';
import type { BaselineMatch } from './match-baseline.ts';
import type { LinePlace, TreeAlignment } from './tree-alignment.ts';

/** A version of a tree with what one engine found in it. */
interface ScannedVersion {
  readonly candidates: readonly Candidate[];
  readonly files: readonly OutlinedFile[];
}

export interface VersionComparison {
  readonly head: ScannedVersion;
  readonly base: ScannedVersion;
  readonly alignment: TreeAlignment;
  /** Whether the change may have changed what is known at a candidate of the head. */
  isTouched(candidate: Candidate): boolean;
  /** Whether the base could not tell of a file of the head whether it had a candidate. */
  isUnknown(baseFile: string): boolean;
  /** Whether a change rule says that the change took away what kept it from happening. */
  isWeakened(candidate: Candidate): boolean;
  /** Whether something that was settled in the base is open again. */
  isReopened(candidate: Candidate, was: Candidate): boolean;
}

/** Makes the keys of one kind of likeness; undefined where a candidate cannot be alike in this way. */
interface Likeness {
  ofHead(candidate: Candidate): string | undefined;
  ofBase(candidate: Candidate): string | undefined;
}

/**
 * Matches the candidates of two versions of a tree that one engine has scanned, after Logozzo and
 * others, "Verification modulo versions", PLDI 2014: what the base has under the same conditions is no
 * news. Each candidate of the base is used up once, so that a copy of a defect is new.
 *
 * A candidate is `updated` where the base has it too weak for a finding, the head has it as one, and
 * the change touches what it rests on. Where nothing of that has changed, the two numbers differ
 * for reasons that are not in the change, and the candidate is `unchanged`.
 */
export function matchVersions(comparison: VersionComparison): BaselineMatch {
  const { head, base } = comparison;
  const known = new Set(base.candidates);
  const matches = new Map<Candidate, Candidate>();
  for (const likeness of likenesses(comparison)) {
    const byKey = new Map<string, Candidate[]>();
    for (const candidate of known) {
      const name = likeness.ofBase(candidate);
      if (name === undefined) continue;
      const alike = byKey.get(name);
      if (alike === undefined) byKey.set(name, [candidate]);
      else alike.push(candidate);
    }
    for (const candidate of head.candidates) {
      if (matches.has(candidate)) continue;
      const name = likeness.ofHead(candidate);
      const match = name === undefined ? undefined : byKey.get(name)?.shift();
      if (match === undefined) continue;
      known.delete(match);
      matches.set(candidate, match);
    }
  }
  return {
    states: head.candidates.map((candidate) =>
      stateOf(candidate, matches.get(candidate), comparison),
    ),
    absent: base.candidates.filter((candidate) => known.has(candidate)),
  };
}

function stateOf(
  candidate: Candidate,
  was: Candidate | undefined,
  { alignment, isTouched, isUnknown, isWeakened, isReopened }: VersionComparison,
): BaselineState {
  if (isWeakened(candidate)) return was === undefined ? 'new' : 'updated';
  if (was === undefined) {
    const place = alignment.baseOf(candidate);
    if (place === undefined) return 'new';
    // Other scanners have not seen the base: what lies on its lines counts as known.
    const isForeign = !candidate.sources.includes(OWN_SOURCE);
    if (isForeign && candidate.trace.every((step) => alignment.baseOf(step) !== undefined)) {
      return 'unchanged';
    }
    return isUnknown(place.file) && !isTouched(candidate) ? 'unchanged' : 'new';
  }
  if (isReopened(candidate, was)) return 'new';
  const isRaised =
    was.confidence < MIN_FINDING_CONFIDENCE && candidate.confidence >= MIN_FINDING_CONFIDENCE;
  if (!isRaised) return 'unchanged';
  return isTouched(candidate) || evidenceOf(candidate) !== evidenceOf(was)
    ? 'updated'
    : 'unchanged';
}

/** What a candidate rests on, without places: those move. */
function evidenceOf({ description, trace }: Candidate): string {
  return [description, ...trace.map(({ message }) => message)].map(withoutNumbers).join('\0');
}

/** From the strictest to the loosest. */
function likenesses({ head, base, alignment }: VersionComparison): Likeness[] {
  const counterparts = functionCounterparts(head.files, base.files, alignment);
  const functionOf = ({ file, function: name }: Candidate) => {
    const own = functionKey(alignment.baseFileOf(file) ?? file, name);
    return name === '' ? own : (counterparts.get(functionKey(file, name)) ?? own);
  };
  const baseFunctionOf = ({ file, function: name }: Candidate) => functionKey(file, name);
  const placeOf = (place: LinePlace | undefined) => place && `${place.file}\0${place.line}`;
  const unlessKept = (candidate: Candidate, key: string) =>
    alignment.isKept(candidate) ? undefined : key;
  const unlessAligned = (candidate: Candidate, key: string) =>
    alignment.baseOf(candidate) === undefined ? key : undefined;
  return [
    // The same line, wherever it is now.
    both(
      (one) => one.pattern,
      (one) => placeOf(alignment.baseOf(one)),
      placeOf,
    ),
    // The same text in the same function.
    both((one) => join(one.pattern, textOf(one)), functionOf, baseFunctionOf),
    // A line was changed, and what is wrong with it was not.
    both(
      (one) => join(one.pattern, withoutNumbers(one.description)),
      (one) => hunkOf(alignment.hunkOfHead(one), functionOf(one)),
      (one) => hunkOf(alignment.hunkOfBase(one), baseFunctionOf(one)),
    ),
    both(
      (one) => join(one.pattern, withoutNumbers(one.description)),
      (one) => (one.function === '' ? undefined : functionOf(one)),
      (one) => (one.function === '' ? undefined : baseFunctionOf(one)),
    ),
    // A line that went away at one place and came back at another.
    {
      ofHead: (one) => unlessAligned(one, join(one.pattern, textOf(one))),
      ofBase: (one) => unlessKept(one, join(one.pattern, textOf(one))),
    },
    // Another rule names the same weakness of the same line.
    both(
      (one) => one.category,
      (one) => placeOf(alignment.baseOf(one)),
      placeOf,
    ),
  ];
}

/** A likeness in something that both versions say alike, at places that each names in its way. */
function both(
  shared: (candidate: Candidate) => string,
  atHead: (candidate: Candidate) => string | undefined,
  atBase: (candidate: Candidate) => string | undefined,
): Likeness {
  const keyed = (candidate: Candidate, place: string | undefined) =>
    place === undefined ? undefined : join(shared(candidate), place);
  return {
    ofHead: (candidate) => keyed(candidate, atHead(candidate)),
    ofBase: (candidate) => keyed(candidate, atBase(candidate)),
  };
}

function hunkOf(hunk: string | undefined, fn: string): string | undefined {
  return hunk === undefined ? undefined : join(hunk, fn);
}

/** The line of a candidate, however it is spaced. */
function textOf({ evidence }: Candidate): string {
  return evidence.replace(/\s+/g, '');
}

/** Line numbers move, and sizes are what a change may change. */
function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '0');
}

function join(...parts: readonly string[]): string {
  return parts.join('\0');
}
