import { IncompleteError, UsageError } from '../errors.ts';
import type { LinkedFunction, LinkReport } from '../migration/link/link-report.ts';
import { type LinkDeps, type LinkOptions, linkMigrated } from './link-project.ts';

/** A function, and what is to be said of it in one line. */
interface LinkReason {
  readonly name: string;
  readonly because: string;
}

/**
 * What the C program's own tests say of functions in Rust: plain data, for a check on a pull request.
 * None of the three says that nothing was found where nothing was tried.
 */
export type LinkVerdict =
  | {
      readonly kind: 'passed';
      /** Those that were asked for, and were in Rust while the tests passed. */
      readonly linked: readonly string[];
      /** Of these: what the tests never called from C, so that they say nothing of it. */
      readonly uncalled: readonly string[];
      /** Those that were asked for and stayed C. */
      readonly kept: readonly LinkReason[];
    }
  /** With these in Rust the tests fail. */
  | { readonly kind: 'failed'; readonly functions: readonly LinkReason[] }
  /** Nothing could be said, and why. */
  | { readonly kind: 'not possible'; readonly reasons: readonly string[] };

export interface LinkForGateOptions extends LinkOptions {
  /** The functions that the verdict is about, by their C names; all that are carried over when empty. */
  readonly functions: readonly string[];
}

/**
 * Has the C program call the migrated functions and runs its own tests: see `linkMigrated`. All functions
 * that can be linked are; the verdict is about those that were asked for.
 * @throws what is no matter of the project: the run was cancelled, or the machine failed
 */
export async function linkForGate(
  options: LinkForGateOptions,
  deps: LinkDeps,
): Promise<LinkVerdict> {
  try {
    return verdictOf(await linkMigrated(options, deps), options.functions);
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof IncompleteError) {
      return { kind: 'not possible', reasons: [thrown.message] };
    }
    throw thrown;
  }
}

/** What a report says of functions. @param wanted their C names; all that have Rust when empty */
export function verdictOf(report: LinkReport, wanted: readonly string[]): LinkVerdict {
  const isMeant = ({ name, rust }: LinkedFunction) =>
    wanted.length === 0 ? rust !== undefined : wanted.includes(name.replace(/^.*:/, ''));
  const meant = report.functions.filter(isMeant);
  const reasonOf = ({ name, because }: LinkedFunction): LinkReason => ({
    name,
    because: because ?? 'nothing says why',
  });
  const breaking = meant.filter(({ outcome }) => outcome === 'breaks');
  if (breaking.length > 0) return { kind: 'failed', functions: breaking.map(reasonOf) };
  const kept = meant.filter(({ outcome }) => outcome === 'kept').map(reasonOf);
  const linked = meant.filter(({ outcome }) => outcome === 'linked' || outcome === 'retirable');
  if (linked.length > 0) {
    const uncalled = linked.filter(({ called }) => called === false);
    const names = (some: readonly LinkedFunction[]) => some.map(({ name }) => name);
    return { kind: 'passed', linked: names(linked), uncalled: names(uncalled), kept };
  }
  const missing = wanted.filter(
    (name) => !meant.some((one) => one.name.replace(/^.*:/, '') === name),
  );
  const reasons = [
    ...kept.map(({ name, because }) => `${name}: ${because}`),
    ...missing.map((name) => `${name}: it is no function that is to be carried over`),
  ];
  return {
    kind: 'not possible',
    reasons: reasons.length > 0 ? reasons : ['no function is carried over'],
  };
}
