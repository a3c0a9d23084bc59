import { codeSpan } from '../../../page/markdown-text.ts';
import { fetchBranchHead, fetchDefaultBranch } from '../../api/commits.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import { fetchIssue } from '../../api/issues.ts';
import {
  openRepositoryClient,
  type RepositoryClient,
  type RepositoryClientDeps,
} from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import type { CommandOf, Repository } from '../../commands/command.ts';
import type { DashboardEdit } from '../../commands/dashboard-edit.ts';
import { postOnce } from '../../comments/post-once.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Survey } from '../../isolated-worker/survey.ts';
import { fetchPermission } from '../../permissions/user-permission.ts';
import { clipLines } from '../../text/clip-lines.ts';
import { findDashboard, writeDashboard } from './dashboard-issue.ts';
import { fetchDashboardPulls } from './fetch-dashboard-pulls.ts';
import { begunIn, type FunctionNotes, parseNotes, withTicks } from './function-notes.ts';
import { pausedText } from './paused-text.ts';
import { printDashboard } from './print-dashboard.ts';
import { progressSvg } from './progress-svg.ts';
import { publishChart } from './publish-chart.ts';
import { type Row, rowKey, rowsOf } from './rows.ts';
import { partOf } from './tally.ts';

type UpdateCommand = CommandOf<'update-dashboard'>;

export interface DashboardDeps extends RepositoryClientDeps {
  /** Of the server whose pages people see. */
  readonly serverUrl: string;
  /** What there is to migrate in a commit. */
  readonly survey: (place: DashboardTarget, head: string) => Promise<Survey>;
  /** Adds a job that migrates a function. */
  readonly requestMigration: (command: CommandOf<'migrate-function'>) => Promise<void>;
}

interface DashboardTarget {
  readonly repository: Repository;
  readonly installation: number;
  readonly configuration: Configuration;
}

const PERMISSIONS = {
  ...({ checks: 'read', contents: 'read', issues: 'write', metadata: 'read' } as const),
  ...({ pull_requests: 'read' } as const),
};

/**
 * Brings the dashboard up to date with the repository, and begins what people ticked as far as there is
 * room. Called again, it changes nothing that is right. A dashboard that a person has closed is left
 * alone.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function updateDashboard(command: UpdateCommand, deps: DashboardDeps): Promise<void> {
  const { repository, installation, edit } = command;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const configuration = await fetchConfiguration(access);
  const { enabled, dashboard: isWanted, max_open: maxOpen } = configuration.migration;
  if (!enabled || !isWanted) return;
  const found = await findDashboard(access);
  if (found?.isOpen === false) return;
  if (edit !== undefined && edit.number !== found?.number) return;
  const isAllowed = edit === undefined || (await fetchPermission(access, edit.user)) === 'write';
  const head = await fetchBranchHead(access, await fetchDefaultBranch(access));
  if (head === undefined) return;
  const survey = await deps.survey({ repository, installation, configuration }, head);
  if (survey.steps.length === 0 && found === undefined) return;
  const pulls = await fetchDashboardPulls(access);
  // What takes time comes before: a box that is ticked from here on causes an event of its own.
  const before = found === undefined ? undefined : await fetchIssue(access, found.number);
  const notes = currentNotes(before?.body ?? '', command, isAllowed);
  const rows = await beginTicked(rowsOf(survey, pulls, notes), maxOpen, command, survey, deps);
  const writer = await openWriteClient(command, deps);
  const chart = writer && (await publishChart(writer, progressSvg(rows)));
  const repositoryUrl = `${deps.serverUrl}/${repository.owner}/${repository.name}`;
  const text = printDashboard({
    ...{ rows, repositoryUrl, head, maxOpen },
    ...{ problems: survey.problems, paused: survey.paused },
    ...(chart === undefined ? {} : { chart: `${repositoryUrl}/${chart}` }),
  });
  await writeDashboard(access, before, text);
  if (edit !== undefined && !isAllowed) await postRefusal(access, edit);
}

/** What is known of functions beside the repository, with what has happened since it was written. */
function currentNotes(
  body: string,
  { edit, news, isAfterLoss }: UpdateCommand,
  isAllowed: boolean,
): FunctionNotes {
  let notes = parseNotes(body);
  if (isAfterLoss === true) notes = withTicks(notes, begunIn(notes));
  if (edit !== undefined) {
    const { ticked, emptied } = edit;
    // Who may not begin anything has changed nothing.
    notes = isAllowed
      ? withTicks(notes, edit)
      : withTicks(notes, { ticked: emptied, emptied: ticked });
  }
  if (news === undefined) return notes;
  const key = rowKey(news.function);
  const isTicked = notes.get(key)?.isTicked === true;
  switch (news.kind) {
    case 'begun':
      return new Map(notes).set(key, { isTicked, isBegun: true });
    case 'put off':
      return new Map(notes).set(key, { isTicked: true, isBegun: false });
    case 'ended':
      return new Map(notes).set(key, {
        ...{ isTicked: false, isBegun: false },
        ...(news.reason === undefined ? {} : { blocked: news.reason }),
      });
  }
}

/** Begins what is wanted and what nothing blocks, in the order of the migration. */
async function beginTicked(
  rows: readonly Row[],
  maxOpen: number,
  { repository, installation }: UpdateCommand,
  survey: Survey,
  deps: DashboardDeps,
): Promise<Row[]> {
  const isUnderWay = (row: Row) =>
    partOf(row) === 'proposed' || (row.status.kind === 'blocked' && row.status.pull !== undefined);
  // What is ticked keeps its tick, and is begun once the gate is met.
  const isPaused = pausedText(survey) !== undefined;
  let room = isPaused ? 0 : maxOpen - rows.filter(isUnderWay).length;
  const begun = new Set<string>();
  for (const step of survey.steps) {
    const keys = step.map(rowKey);
    const own = rows.filter(({ key }) => keys.includes(key));
    const wanted = own.find((row) => row.isTicked && canBegin(row));
    if (wanted === undefined || room <= 0 || own.some(isUnderWay)) continue;
    await deps.requestMigration({
      ...{ kind: 'migrate-function', repository, installation, function: wanted.id },
      reason: wanted.status.kind === 'closed' ? 'retried' : 'ticked',
      ...{ stack: false, created: new Date(deps.clock.now()).toISOString() },
    });
    room -= 1;
    for (const key of keys) begun.add(key);
  }
  return rows.map((row) =>
    begun.has(row.key) ? { ...row, isTicked: false, status: { kind: 'in work' } } : row,
  );
}

/** A function that waits for others is not begun; one that was blocked or closed is tried again. */
function canBegin({ status }: Row): boolean {
  if (status.kind === 'blocked') return status.pull === undefined;
  return status.kind === 'open' || status.kind === 'closed';
}

/** Says once why a tick is gone. */
async function postRefusal(
  access: RepositoryClient,
  { number, user, ticked }: DashboardEdit,
): Promise<void> {
  const words = ['tick', String(user.id), ...ticked.slice(0, 20)];
  const text = `${codeSpan(user.login)} has changed a box above. Only people who may push to this repository begin functions that way, so it is as it was, and nothing was begun.`;
  await postOnce(access, number, { words, text: clipLines(text, 2000, '…') });
}
