import type { Configuration } from '../../configuration/configuration.ts';
import type { Access } from '../../instructions/access.ts';
import { refusalOf } from '../../publish/calls.ts';
import { parseBranch } from '../branch.ts';
import { workflowAdvice } from './cargo-workflow.ts';
import type { GateAccess } from './gate-access.ts';
import type { GatePull } from './gate-pull.ts';
import { checksOf } from './head-checks.ts';
import { jobLog } from './job-log.ts';
import { type ReadCheck, type Verdict, verdictOf } from './verdict.ts';

/** Logs that are read of one commit. */
const MOST_LOGS = 12;

/** Reads what CI has said of the head of a migration, logs and all, and what follows from it. */
export async function readVerdict(
  { access, may }: GateAccess,
  pull: GatePull,
  { migration }: Configuration,
  signal: AbortSignal,
): Promise<Verdict> {
  const crate = crateFolder(migration);
  const checks = await checksOf(access, pull.head, may);
  const read: ReadCheck[] = [];
  for (const [at, check] of checks.entries()) {
    const isEnded = check.state === 'passed' || check.state === 'failed';
    const job = may.readActions && isEnded && at < MOST_LOGS ? check.job : undefined;
    const log = job === undefined ? undefined : await jobLog(access, job, signal);
    read.push({ ...check, log });
  }
  return verdictOf(read, {
    crate: await crateName(access, pull.head, crate),
    needsTests: parseBranch(pull.branch)?.kind === 'function',
    advice: workflowAdvice(crate, pull.into),
  });
}

/** The folder of the crate, relative to the repository. */
function crateFolder({ project, crate }: Configuration['migration']): string {
  return project === '.' ? crate : `${project}/${crate}`;
}

/** The name of the crate in a commit; undefined where that says none that cargo would take. */
async function crateName(
  { github, calls, place }: Access,
  ref: string,
  folder: string,
): Promise<string | undefined> {
  try {
    const { data } = await calls.read((options) =>
      github.rest.repos.getContent({
        ...{ ...place, ...options, ref, path: `${folder}/Cargo.toml` },
        mediaType: { format: 'raw' },
      }),
    );
    if (typeof data !== 'string') return undefined;
    return /^name\s*=\s*"([A-Za-z0-9_-]{1,64})"/m.exec(data)?.[1];
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}
