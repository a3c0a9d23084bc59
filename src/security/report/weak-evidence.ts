import type { Doubt, EventKind } from '../../rules/basis.ts';
import { judgedAlike } from '../../rules/confidence/judged-alike.ts';
import { pathWeight } from '../../rules/test-code.ts';
import { OWN_SOURCE } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import { isPossibleFinding } from './groups.ts';
import type { ReportedCandidate } from './report.ts';

/** What makes a kind of event a guess; undefined for those that are none. */
const GUESS: Readonly<Record<EventKind, string | undefined>> = {
  definite: undefined,
  may: 'it happens on some of the ways here, and not on all',
  belief: 'only a comparison elsewhere in the code suggests it',
  'type-range': 'only the range of a type says that the value can be so large',
  latent: 'no call that was seen passes what it takes',
  shape: undefined,
};

const DOUBT: Readonly<Record<Doubt, string>> = {
  joined: 'what holds on several ways was merged before it',
  havocked: 'code that is not seen may have changed what it rests on',
  may: 'a function on the way does this only at times',
  'opaque-macro': 'a macro that is not expanded may have changed what it rests on',
  'unknown-type': 'a type on the way is not known',
  'unknown-callee': 'what it rests on comes from a function that is not seen',
  loop: 'an earlier round of a loop may have changed what it rests on',
  'parse-error': 'a part of the function could not be read',
  'no-path': 'no single way was found whose conditions agree with each other',
};

/**
 * Why a candidate is a place to look at and not a finding, in a clause or some.
 * @returns undefined for a finding, and where a model has said more
 */
export function whyPlace(candidate: ReportedCandidate): string | undefined {
  const { examination, sources, basis, file } = candidate;
  if (!isPossibleFinding(candidate) || (examination && examination.kind !== 'unexamined'))
    return undefined;
  if (isClaimedAlone(candidate)) return 'a model claims it, and none has confirmed that';
  if (!sources.includes(OWN_SOURCE)) return 'the scanner that reports it is not sure of it';
  if (candidate.repeats_line !== undefined)
    return `line ${candidate.repeats_line} of the same function has the same cause, and is the finding`;
  const clauses = [
    ...(pathWeight(file) < 1 ? ['it stands in a test or an example'] : []),
    ...(basis?.debug_code === true ? ['only a build for debugging has this code'] : []),
    ...(basis === undefined ? [] : [GUESS[basis.event], ...basis.doubts.map((one) => DOUBT[one])]),
  ].filter((clause) => clause !== undefined);
  if (clauses.length > 0) return clauses.join('; ');
  return expectation(candidate);
}

/** Fewer judged places than these say little. */
const MIN_JUDGED = 5;

function number(right: number): string {
  return right === 0 ? 'none was' : right === 1 ? 'one was' : `${right} were`;
}

/** What such places were worth elsewhere, which is no word on this one. */
function expectation({ pattern, basis, language }: ReportedCandidate): string {
  const alike = basis && judgedAlike(pattern, basis, language === 'rust');
  const rate =
    alike !== undefined && alike.judged >= MIN_JUDGED && alike.right * 2 < alike.judged
      ? `of ${alike.judged} such places that were judged in other code, ${number(Math.round(alike.right))} right`
      : 'fewer than half of such places are expected to be right';
  return `${rate}, and no model has looked at this one`;
}

/** The same as a sentence. */
export function placeSentence(candidate: ReportedCandidate): string | undefined {
  const why = whyPlace(candidate);
  return why && `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}
