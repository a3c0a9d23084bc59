import * as z from 'zod';
import type { Candidate } from '../candidates/candidate.ts';
import type { TriggerStep } from '../candidates/triage-result.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { type CallerToCheck, callerName, callersToCheck } from './callers-to-check.ts';
import { sameName } from './checked-derivation.ts';

const text = z.string().trim().min(1);

/** Stands for all callers, where what decides is in the function itself. */
const ANY_CALLER = '*';

/** What an analyst says of one caller of the function with the candidate. */
export const seenCallerSchema = z.object({
  function: text,
  file: z.string().nullish(),
  /** Whether it gets there with data of an attacker. */
  reaches: z.boolean(),
  why: text,
});

/** What an analyst has looked at on the way to its word on a candidate. */
export interface LookedAt {
  readonly callers: readonly z.infer<typeof seenCallerSchema>[];
  /** How the candidate is reached; undefined where it is called no risk. */
  readonly path: readonly TriggerStep[] | undefined;
}

/**
 * The callers of a candidate's function that an analyst was to look at and says nothing of. A caller on the path to a risk
 * was looked at; beside a risk, those beyond the bound are not asked about, since one way is enough.
 * @returns their names and places; nothing where each was looked at
 */
export function unseenCallers(
  candidate: Pick<Candidate, 'file' | 'line'>,
  { callers: seen, path }: LookedAt,
  index: SourceIndex,
): string[] {
  const { callers, beyond } = callersToCheck(candidate, index);
  if (path === undefined && seen.some((one) => one.function === ANY_CALLER)) return [];
  const left = callers.filter(
    (caller) => !isNamed(caller, seen, callers) && !isOnPath(caller, path ?? []),
  );
  const more = path === undefined && beyond > 0 ? [`${beyond} more callers`] : [];
  return [...left.map(callerName), ...more];
}

/** Of callers with one name, the file says which one is meant. */
function isNamed(
  { fn }: CallerToCheck,
  seen: LookedAt['callers'],
  all: readonly CallerToCheck[],
): boolean {
  const isOnly = all.filter((one) => sameName(one.fn.name, fn.name)).length === 1;
  return seen.some((one) => sameName(fn.name, one.function) && (isOnly || one.file === fn.file));
}

function isOnPath({ fn }: CallerToCheck, path: readonly TriggerStep[]): boolean {
  return path.some((step) => step.file === fn.file && sameName(fn.name, step.function));
}
