import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../security/report/report.ts';
import type { Repository } from '../commands/command.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { findingSettingsIn } from '../configuration/finding-settings-in.ts';
import { gateIn } from '../configuration/gate-in.ts';
import { buildRequest } from './build-request.ts';
import type { WorkerUsage } from './protocol.ts';
import type { IsolatedWorkerOptions } from './run-isolated-worker.ts';
import { type IsolatedWorkerDeps, repositoryFolder, runOnCommit } from './run-on-commit.ts';
import { sharedMemory } from './shared-memory.ts';
import type { CommitRange } from './with-fetched-change.ts';

/** A change, and how far it is trusted. */
export interface ChangeToFetch extends CommitRange {
  readonly repository: Repository;
  readonly installation: number;
  /** Reviews of one pull request keep what they learn, and the last report. */
  readonly pull?: number | undefined;
  /** Whether it comes from outside of the repository. */
  readonly strangersChange: boolean;
}

/** What other scanners have uploaded for a commit: SARIF, which anyone may have written. */
export interface ImportedSarif {
  readonly texts: readonly string[];
  /** What a person should know of those that are missing, one line each. */
  readonly notices: readonly string[];
}

/** What a review found, and what that took. */
export interface ReviewedChange extends WorkerUsage {
  readonly report: Report;
}

/**
 * Fetches a change, and has the isolated worker review it.
 * @throws IncompleteError when it cannot be had, or the review gives no report
 */
export async function reviewChange(
  change: ChangeToFetch & { readonly imports?: ImportedSarif | undefined },
  configuration: Configuration,
  options: Pick<IsolatedWorkerOptions, 'signal' | 'onProgress'>,
  deps: IsolatedWorkerDeps,
): Promise<ReviewedChange> {
  const { repository, installation, pull, strangersChange, head, base, imports } = change;
  const { review, budgets } = configuration;
  const gate = gateIn(configuration);
  let unsettled: readonly string[] = [];
  const target = { repository, installation, configuration, commits: { head, base } };
  const { result, seconds, costs, warnings } = await runOnCommit(
    'review',
    target,
    (common, { scratch, leftOut, suppressions, problems, notes, exclude }) => {
      unsettled = [...problems, ...(imports?.notices ?? [])];
      const kept = pull === undefined ? scratch : pullFolder(deps.dataFolder, repository, pull);
      return {
        ...{ ...common, task: 'review', base },
        outputFolder: join(kept, 'report'),
        stateFolder: join(kept, 'state'),
        ...{ exclude, build: buildRequest(configuration), notes },
        findingSettings: findingSettingsIn(configuration),
        ...{ minConfidence: review.min_confidence, strangersChange },
        maxFileSeconds: budgets.max_file_seconds,
        gate: { ...gate, limits: [...(gate.limits ?? [])] },
        ...{ includeExisting: review.include_existing, reproduce: review.reproduce },
        // What a stranger's change, or a queue of changes, has a model remark stays with it.
        memory: sharedMemory(target, !strangersChange && pull !== undefined, deps),
        imports: (imports?.texts ?? []).map((text, at) => {
          const file = join(scratch, `import-${at}.sarif`);
          writeFileSync(file, text);
          return file;
        }),
        ...{ suppressions: [...suppressions], leftOut: [...leftOut] },
      };
    },
    options,
    deps,
  );
  return { report: result, seconds, costs, warnings: [...unsettled, ...warnings] };
}

/** What is kept of a pull request while it is open: what agents learnt, the last report. */
export function pullFolder(dataFolder: string, repository: Repository, pull: number): string {
  return join(repositoryFolder(dataFolder, repository), 'pulls', String(pull));
}
