import { join } from 'node:path';
import { databaseKeyValueStore } from '../../jobs/database/key-value.ts';
import { databaseQuotas } from '../../jobs/database/quotas.ts';
import { databaseReviewHistory } from '../../jobs/database/review-history.ts';
import { loadWatermark, saveWatermark } from '../../jobs/database/watermarks.ts';
import { addJobs, type Jobs } from '../../jobs/queue/jobs.ts';
import { SYSTEM_CLOCK } from '../../model/clock.ts';
import { keyVariables } from '../../model/configuration/load-configuration.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openAppClients } from '../api/app-clients.ts';
import { auditedClients, openAuditLog } from '../audit/audit-log.ts';
import { type Command, commandSchema } from '../commands/command.ts';
import { jobOf } from '../commands/queues.ts';
import { answerQuestion } from '../instructions/answer-question.ts';
import { explainCheck } from '../instructions/explain-check.ts';
import { followInstruction } from '../instructions/follow-instruction.ts';
import { isolatedWorkerEnvironment } from '../isolated-worker/environment.ts';
import { linkCommit, surveyCommit } from '../isolated-worker/run-migration-task.ts';
import type { WorkerWatch } from '../isolated-worker/worker-watch.ts';
import { type DashboardDeps, updateDashboard } from '../migrate/dashboard/update-dashboard.ts';
import { exemptFromGate } from '../migrate/gate/exempt-from-gate.ts';
import { judgeMigration, reportDiedGate } from '../migrate/gate/judge-migration.ts';
import { repairMigration } from '../migrate/gate/repair-migration.ts';
import { linkMigration, reportDiedLink } from '../migrate/jobs/link-migration.ts';
import { migrateFunction, reportDiedMigration } from '../migrate/jobs/migrate-function.ts';
import { migrateScheduled } from '../migrate/jobs/migrate-scheduled.ts';
import { handleClosedMigration } from '../migrate/jobs/migration-closed.ts';
import type { MigrationDeps } from '../migrate/jobs/migration-deps.ts';
import { openPlanStore } from '../migrate/jobs/plan-store.ts';
import { openNotices } from '../notices/open-notices.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import { DEFAULT_QUOTAS } from '../permissions/quotas.ts';
import { abandonReview } from '../review/abandon-review.ts';
import { openChecksIn } from '../review/open-checks.ts';
import { openReportStore } from '../review/report-store.ts';
import { closeChecks, type ReviewDeps } from '../review/review-commits.ts';
import { reviewMergeGroup } from '../review/review-merge-group.ts';
import { reviewPullRequest } from '../review/review-pull-request.ts';
import { markerKey } from '../text/marker.ts';
import { lookAtRepository } from './look-at-repository.ts';
import type { CommandHandlers } from './run-command.ts';
import { scheduleMarks } from './schedule-marks.ts';
import type { WorkerSettings } from './settings.ts';

/** Models are asked nothing more after so many minutes; repositories can only lower it. */
const MAX_MINUTES = 60;

/** To end check runs takes no longer. */
const CLOSING_MILLISECONDS = 60_000;

/** Hears what the App does, and what goes wrong beside that. */
export interface AppWatch extends WorkerWatch {
  problem(what: string, problem: string): void;
}

export interface AppHandlers {
  readonly handlers: CommandHandlers;
  /** Says on GitHub that a command came to nothing, since every worker that tried it has died. */
  readonly onDied: (data: unknown) => Promise<void>;
}

/**
 * What the App does about each command.
 * @param watch hears what is done, and what goes wrong beside a command
 * @param signal ends requests that belong to no command, such as that for the name of the App
 * @throws UsageError when the models file or a variable of it is wrong
 */
export function appHandlers(
  settings: WorkerSettings,
  env: ProcessEnvironment,
  jobs: Jobs,
  watch: AppWatch,
  signal: AbortSignal,
  workerCommand?: ReviewDeps['workerCommand'],
): AppHandlers {
  const access = openAppClients(settings, { signal });
  const { dataFolder, serverUrl } = settings;
  const audit = openAuditLog(settings.auditLog, (problem) =>
    watch.problem('the audit log cannot be written', problem),
  );
  const shared = {
    ...{ access, dataFolder, serverUrl, clock: SYSTEM_CLOCK, watch },
    markerKey: markerKey(settings.privateKey),
    notices: openNotices(settings.noticeReceivers, {
      ...{ serverUrl, clock: SYSTEM_CLOCK },
      onProblem: (problem) => watch.problem('a chat has not taken a notice', problem),
    }),
    reports: openReportStore(join(dataFolder, 'reports'), Date.now),
    openChecks: openChecksIn(databaseKeyValueStore(jobs.database)),
    history: databaseReviewHistory(jobs.database, Date.now, (problem) =>
      watch.problem('what a review came to could not be written down', problem),
    ),
    workerEnv: isolatedWorkerEnvironment(env, keyVariables(env)),
    budgets: { max_minutes: MAX_MINUTES },
    ...(workerCommand === undefined ? {} : { workerCommand }),
    quotas: databaseQuotas(jobs.database, Date.now),
    limits: DEFAULT_QUOTAS,
    requestReview: (command: Command) => addJobs(jobs, [jobOf(command)]),
    requestMigration: (command: Command) => addJobs(jobs, [jobOf(command)]),
    stopMigrations: (id: number, at: Date) => saveWatermark(jobs.database, stopWatermark(id), at),
    stoppedAt: (id: number) => loadWatermark(jobs.database, stopWatermark(id)),
    plans: openPlanStore(join(dataFolder, 'plans')),
    updateDashboard: (command: Command) => addJobs(jobs, [jobOf(command)]),
  };
  const depsFor = async (
    command: Command,
    signal: AbortSignal,
  ): Promise<ReviewDeps & InstructionDeps & MigrationDeps> => {
    const { installation, repository } = command;
    const identity = await access.identity(installation, repository);
    return { ...shared, access: auditedClients(access, command, audit), identity, signal };
  };
  const handlers: CommandHandlers = {
    'review-pull-request': async (command, run) =>
      reviewPullRequest(command, run, await depsFor(command, run.signal)),
    'abandon-review': async (command, run) =>
      abandonReview(command, run, await depsFor(command, run.signal)),
    'review-merge-group': async (command, run) =>
      reviewMergeGroup(command, run, await depsFor(command, run.signal)),
    'follow-instruction': async (command, run) =>
      followInstruction(command, await depsFor(command, run.signal)),
    'answer-question': async (command, run) =>
      answerQuestion(command, await depsFor(command, run.signal)),
    'judge-migration': async (command, run) =>
      judgeMigration(command, run, {
        ...{ ...(await depsFor(command, run.signal)), repair: repairMigration },
        requestLink: (link) => addJobs(jobs, [jobOf(link)]),
      }),
    'link-migration': async (command, run) =>
      linkMigration(command, run, { ...(await depsFor(command, run.signal)), link: linkCommit }),
    'exempt-from-gate': async (command, run) =>
      exemptFromGate(command, await depsFor(command, run.signal)),
    'explain-check': async (command, run) =>
      explainCheck(command, await depsFor(command, run.signal)),
    'migrate-function': async (command, run) =>
      migrateFunction(command, run, await depsFor(command, run.signal)),
    'migrate-scheduled': async (command, run) =>
      migrateScheduled(command, run, await depsFor(command, run.signal)),
    'look-at-repository': async (command, run) => {
      const { clock, markerKey } = shared;
      await lookAtRepository(command, {
        ...{ access, clock, markerKey, signal: run.signal, ...scheduleMarks(jobs) },
        request: (found) => addJobs(jobs, [jobOf(found)]),
      });
    },
    'migration-closed': async (command, run) =>
      handleClosedMigration(command, await depsFor(command, run.signal)),
    'update-dashboard': async (command, run) => {
      const deps = await depsFor(command, run.signal);
      const survey: DashboardDeps['survey'] = (place, head) =>
        surveyCommit(place, head, run.signal, deps);
      await updateDashboard(command, { ...deps, survey });
    },
  };
  return { handlers, onDied };

  /** Of the time before which nothing of a repository goes on. */
  function stopWatermark(repository: number): string {
    return `stop migrations ${repository}`;
  }

  async function onDied(data: unknown): Promise<void> {
    const command = commandSchema.parse(data);
    const signal = AbortSignal.timeout(CLOSING_MILLISECONDS);
    if (command.kind === 'migrate-function') {
      return await reportDiedMigration(command, await depsFor(command, signal));
    }
    if (command.kind === 'judge-migration') {
      return await reportDiedGate(command, await depsFor(command, signal));
    }
    if (command.kind === 'link-migration') {
      return await reportDiedLink(command, {
        ...(await depsFor(command, signal)),
        link: linkCommit,
      });
    }
    if (command.kind !== 'review-pull-request' && command.kind !== 'review-merge-group') return;
    const { installation, repository } = command;
    const place =
      command.kind === 'review-merge-group'
        ? { ref: command.ref }
        : { pull: command.pull, ref: `refs/pull/${command.pull}/head` };
    const why = { kind: 'broken', problem: 'Each worker that tried it ended on the way.' } as const;
    const change = { installation, repository, ...place, strangersChange: true };
    await closeChecks(change, why, signal, await depsFor(command, signal));
  }
}
