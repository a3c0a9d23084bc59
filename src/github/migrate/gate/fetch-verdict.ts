import { fetchJobLog } from '../../api/actions.ts';
import { fetchFileText } from '../../api/contents.ts';
import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { fetchHeadChecks } from '../checks/head-checks.ts';
import type { GateClient } from './gate-client.ts';
import { type GateVerdict, gateVerdictOf, type LoggedCheck } from './verdict.ts';
import { workflowAdvice } from './workflow-advice.ts';

/** Logs that are read of one commit. */
const MAX_LOGS = 12;

/** Reads what CI has said of the head of a migration, logs and all, and what follows from it. */
export async function fetchVerdict(
  { access, may }: GateClient,
  pull: PullRequest,
  { migration }: Configuration,
  signal: AbortSignal,
): Promise<GateVerdict> {
  const crate = crateFolder(migration);
  const checks = await fetchHeadChecks(access, pull.head, may);
  const read: LoggedCheck[] = [];
  for (const [at, check] of checks.entries()) {
    const isEnded = check.state === 'passed' || check.state === 'failed';
    const job = may.readActions && isEnded && at < MAX_LOGS ? check.job : undefined;
    const log = job === undefined ? undefined : await fetchJobLog(access, job, signal);
    read.push({ ...check, log });
  }
  return gateVerdictOf(read, {
    crate: await fetchCrateName(access, pull.head, crate),
    needsTests: parseBranch(pull.branch)?.kind === 'function',
    advice: workflowAdvice(crate, pull.into),
  });
}

/** The folder of the crate, relative to the repository. */
function crateFolder({ project, crate }: Configuration['migration']): string {
  return project === '.' ? crate : `${project}/${crate}`;
}

/** The name of the crate in a commit; undefined where that says none that cargo would take. */
async function fetchCrateName(
  access: RepositoryClient,
  ref: string,
  folder: string,
): Promise<string | undefined> {
  const manifest = await fetchFileText(access, `${folder}/Cargo.toml`, ref);
  return /^name\s*=\s*"([A-Za-z0-9_-]{1,64})"/m.exec(manifest ?? '')?.[1];
}
