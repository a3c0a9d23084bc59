import type { Diagnosis, Use } from './diagnosis.ts';

/** What each kind of work cannot do without. */
const NEEDS: Readonly<Record<Use, readonly string[]>> = {
  scan: [],
  review: ['git'],
  migrate: ['git', 'clang', 'cargo', 'sandbox'],
};

/** What only a run that is asked for by itself needs: the other commands of a migration ask no model. */
const NEEDS_WHEN_NAMED: Readonly<Partial<Record<Use, readonly string[]>>> = { migrate: ['models'] };

/** Whether what is missing keeps the work from being done that the question is about. */
export function isNeeded(what: string, use: Use | undefined): boolean {
  if (use === undefined) return NEEDS.review.includes(what);
  return NEEDS[use].includes(what) || NEEDS_WHEN_NAMED[use]?.includes(what) === true;
}

/**
 * Whether each kind of work can be done, on a line of its own.
 * @param use the one that the question is about; all where none is named
 */
export function readinessOf(diagnoses: readonly Diagnosis[], use: Use | undefined): Diagnosis[] {
  const uses: readonly Use[] = use === undefined ? ['scan', 'review', 'migrate'] : [use];
  return uses.map((what) => {
    const needed = [...NEEDS[what], ...(use === undefined ? [] : (NEEDS_WHEN_NAMED[what] ?? []))];
    const lacks = diagnoses
      .filter((one) => needed.includes(one.what) && !['ok', 'note'].includes(one.state))
      .map((one) => one.what);
    if (lacks.length === 0) return { what, state: 'ok', found: readyText(what, use) };
    const state = use === undefined && what === 'migrate' ? 'missing' : 'failed';
    return { what, state, found: `not ready: it needs ${lacks.join(', ')}` };
  });
}

function readyText(what: Use, use: Use | undefined): string {
  const asks = use === undefined && what === 'migrate';
  return asks ? 'ready; what asks a model for Rust needs one as well' : 'ready';
}

/**
 * 0 where all that was asked about can be done, 1 where only migrating cannot, 2 for a wrong configuration, 3 for
 * something else that failed.
 */
export function doctorExitStatus(diagnoses: readonly Diagnosis[]): number {
  if (diagnoses.some(({ state }) => state === 'wrong')) return 2;
  if (diagnoses.some(({ state }) => state === 'failed')) return 3;
  return diagnoses.some(({ what, state }) => what === 'migrate' && state === 'missing') ? 1 : 0;
}
