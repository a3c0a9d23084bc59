import { join, relative } from 'node:path';
import { IncompleteError, UsageError } from '../../errors.ts';
import type { LinkVerdict } from '../../github/isolated-worker/link-verdict.ts';
import type { WorkerRequestFor } from '../../github/isolated-worker/protocol.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import type { LinkedFunction, LinkReport } from '../../migration/link/link-report.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { type LinkDeps, type LinkOptions, linkMigratedProject } from '../migrate/link-project.ts';
import { openUnitCache } from '../migrate/open-unit-cache.ts';
import type { TaskContext, TaskOutcome } from './task.ts';

/** A function of the C. */
export interface WantedFunction {
  /** Its C name. */
  readonly name: string;
  /** Relative to the project's folder; any that has the name when missing. */
  readonly file?: string;
}

export interface LinkForGateOptions extends LinkOptions {
  /** The functions that the verdict is about; all that are migrated when empty. */
  readonly functions: readonly WantedFunction[];
}

/** Of one reason, and of a message. */
const MAX_CHARACTERS = 4000;

/**
 * What the C program of a commit says of functions that are in Rust there. No model is asked. Where its
 * project is wrong, or takes too long, that is the verdict.
 */
export async function linkFunctions(
  request: WorkerRequestFor<'link'>,
  { env, signal }: TaskContext,
): Promise<TaskOutcome<LinkVerdict>> {
  const { root } = scanRootOf(request.root);
  const { project, crate } = request;
  const functions = request.functions.map(({ name, file }) => {
    return { name, ...(file === undefined ? {} : { file: relative(project, file) }) };
  });
  const units = openUnitCache(request.root, request.cacheFolder);
  const deps = { env, signal, onProgress: () => {}, units };
  try {
    const options = { path: join(root, project), crate, without: [], functions };
    return { result: withoutFolder(await linkVerdictFor(options, deps), root) };
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    const reason = `building and testing took more than ${request.maxMinutes} minutes`;
    return { result: { kind: 'not possible', reasons: [reason] } };
  }
}

/**
 * Has the C program call the migrated functions and runs its own tests: see `linkMigratedProject`. All functions
 * that can be linked are; the verdict is about those that were asked for.
 * @throws what is no matter of the project: the run was cancelled, or the machine failed
 */
export async function linkVerdictFor(
  options: LinkForGateOptions,
  deps: LinkDeps,
): Promise<LinkVerdict> {
  try {
    const report = await linkMigratedProject(options, deps);
    const { root } = scanRootOf(options.path);
    const sources = relative(root, sourceFolder(root, loadConfig(root)));
    return linkVerdictOf(
      report,
      options.functions.map(({ name, file }) => {
        return { name, ...(file === undefined ? {} : { file: relative(sources, file) }) };
      }),
    );
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof IncompleteError) {
      return { kind: 'not possible', reasons: [clipped(thrown.message)] };
    }
    throw thrown;
  }
}

/**
 * What a report says of functions.
 * @param wanted all that have Rust when empty; their files are relative to the folder of the C sources
 */
export function linkVerdictOf(report: LinkReport, wanted: readonly WantedFunction[]): LinkVerdict {
  const is = (one: LinkedFunction, { name, file }: WantedFunction) =>
    one.name.replace(/^.*:/, '') === name && (file === undefined || one.file === file);
  const selected = report.functions.filter((one) =>
    wanted.length === 0 ? one.rust !== undefined : wanted.some((name) => is(one, name)),
  );
  const of = (outcome: LinkedFunction['outcome']) =>
    selected.filter((one) => one.outcome === outcome);
  const reasonOf = ({ name, because }: LinkedFunction) => {
    return { name, because: clipped(because ?? 'nothing says why') };
  };
  const breaking = of('breaks');
  if (breaking.length > 0) return { kind: 'failed', functions: breaking.map(reasonOf) };
  const kept = of('kept').map(reasonOf);
  const linked = selected.filter(({ outcome }) => outcome === 'linked' || outcome === 'retirable');
  if (linked.length > 0) {
    const names = (some: readonly LinkedFunction[]) => some.map(({ name }) => name);
    return {
      ...{ kind: 'passed', linked: names(linked), retirable: names(of('retirable')), kept },
      uncalled: names(linked.filter(({ called }) => called === false)),
    };
  }
  const missing = wanted.filter((one) => !selected.some((other) => is(other, one)));
  const reasons = [
    ...kept.map(({ name, because }) => clipped(`${name}: ${because}`)),
    ...missing.map(({ name }) => `${name}: it is no function that is to be migrated`),
  ];
  return {
    kind: 'not possible',
    reasons: reasons.length > 0 ? reasons : ['no function is migrated'],
  };
}

function clipped(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed();
}

/** The verdict is public: the folder of this machine is taken out of its texts. */
function withoutFolder(verdict: LinkVerdict, root: string): LinkVerdict {
  if (verdict.kind !== 'not possible') return verdict;
  const plain = (text: string) => text.replaceAll(`${root}/`, '').replaceAll(root, '.');
  return { kind: 'not possible', reasons: verdict.reasons.map(plain) };
}
