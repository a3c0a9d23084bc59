import { codeSpan } from '../../../security/report/markdown-text.ts';
import { clipLines } from '../../clip.ts';
import type { CommandOf, Repository } from '../../command.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { type Access, type AccessDeps, accessFor, sealOn } from '../../instructions/access.ts';
import { ownComments } from '../../instructions/own-comments.ts';
import { permissionOf } from '../../instructions/permission.ts';
import { writeAccess } from '../../instructions/write-access.ts';
import { printMarker } from '../../marker.ts';
import { readConfiguration } from '../../review/default-branch.ts';
import { defaultBranch, headOf } from '../pulls.ts';
import type { Survey } from '../survey.ts';
import { findDashboard, readDashboard, writeDashboard } from './dashboard-issue.ts';
import type { DashboardEdit } from './edit.ts';
import { listPulls } from './list-pulls.ts';
import { begunIn, type Notes, parseNotes, withTicks } from './notes.ts';
import { printDashboard } from './print-dashboard.ts';
import { progressSvg } from './progress-svg.ts';
import { publishChart } from './publish-chart.ts';
import { type Row, rowKey, rowsOf } from './rows.ts';
import { partOf } from './tally.ts';

type UpdateCommand = CommandOf<'update-dashboard'>;

export interface DashboardDeps extends AccessDeps {
  /** Of the server whose pages people see. */
  readonly serverUrl: string;
  /** What there is to carry over in a commit. */
  readonly survey: (place: DashboardPlace, head: string) => Promise<Survey>;
  /** Has a function carried over, before long. */
  readonly requestMigration: (command: CommandOf<'migrate-function'>) => Promise<void>;
}

interface DashboardPlace {
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
 * @throws whatever another try may mend
 */
export async function updateDashboard(command: UpdateCommand, deps: DashboardDeps): Promise<void> {
  const { repository, installation, edit } = command;
  const access = await accessFor(command, PERMISSIONS, deps);
  const configuration = await readConfiguration(access.github, repository);
  const { enabled, dashboard: isWanted, max_open: mostOpen } = configuration.migration;
  if (!enabled || !isWanted) return;
  const found = await findDashboard(access);
  if (found?.isOpen === false) return;
  if (edit !== undefined && edit.number !== found?.number) return;
  const isAllowed = edit === undefined || (await permissionOf(access, edit.user)) === 'write';
  const head = await headOf(access, await defaultBranch(access));
  if (head === undefined) return;
  const survey = await deps.survey({ repository, installation, configuration }, head);
  if (survey.steps.length === 0 && found === undefined) return;
  const pulls = await listPulls(access);
  // What takes time comes before: whoever ticks from here on is heard by an event of their own.
  const before = found === undefined ? undefined : await readDashboard(access, found.number);
  const notes = notesNow(before?.body ?? '', command, isAllowed);
  const rows = await begin(rowsOf(survey, pulls, notes), mostOpen, command, survey, deps);
  const writer = await writeAccess(command, deps);
  const chart = writer && (await publishChart(writer, progressSvg(rows)));
  const repositoryUrl = `${deps.serverUrl}/${repository.owner}/${repository.name}`;
  const text = printDashboard({
    ...{ rows, repositoryUrl, head, mostOpen, problems: survey.problems },
    ...(chart === undefined ? {} : { chart: `${repositoryUrl}/${chart}` }),
  });
  await writeDashboard(access, before, text);
  if (edit !== undefined && !isAllowed) await sayRefused(access, edit);
}

/** What is known of functions beside the repository, with what has happened since it was written. */
function notesNow(
  body: string,
  { edit, news, isAfterLoss }: UpdateCommand,
  isAllowed: boolean,
): Notes {
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

/** Begins what somebody wants and nothing holds up, in the order of the migration. */
async function begin(
  rows: readonly Row[],
  mostOpen: number,
  { repository, installation }: UpdateCommand,
  survey: Survey,
  deps: DashboardDeps,
): Promise<Row[]> {
  const isUnderWay = (row: Row) =>
    partOf(row) === 'proposed' || (row.status.kind === 'blocked' && row.status.pull !== undefined);
  let room = mostOpen - rows.filter(isUnderWay).length;
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
async function sayRefused(access: Access, { number, user, ticked }: DashboardEdit): Promise<void> {
  const words = ['tick', String(user.id), ...ticked.slice(0, 20)];
  const posted = async () => {
    const own = await ownComments(access, number, false);
    const is = own.some(({ marker }) => marker.words.join(' ') === words.join(' '));
    return is ? true : undefined;
  };
  if ((await posted()) === true) return;
  const { github, calls, place } = access;
  const text = `${codeSpan(user.login)} has changed a box above. Only people who may push to this repository begin functions that way, so it is as it was, and nothing was begun.`;
  const body = `${clipLines(text, 2000, '…')}\n\n${printMarker({ kind: 'status', words }, sealOn(access, number))}`;
  await calls.write(async (options) => {
    await github.rest.issues.createComment({ ...place, ...options, issue_number: number, body });
    return true;
  }, posted);
}
