import { emitCheckRun, emitSuite } from './events/check.ts';
import { emitChange } from './events/issue.ts';
import { dequeue, enqueue } from './merging/merge-queue.ts';
import { settle } from './merging/settle.ts';
import { findPull } from './operations/find-issue.ts';
import { setDraft } from './operations/set-draft.ts';
import type { Account } from './state/caller.ts';
import { findRepository } from './state/look-up.ts';
import type { Repository } from './state/repository.ts';
import { timestamp, type World } from './state/world.ts';

/** What people do on GitHub's pages. Each ends when GitHub knows of it. */
export interface Hands {
  /** Clicks a button that a check run offers. */
  clickAction(name: string, checkRun: number, identifier: string, login: string): Promise<void>;
  /** Asks the app of a check run to run it again; the run is as it was. */
  rerunCheck(name: string, checkRun: number, login: string): Promise<void>;
  rerunSuite(name: string, suite: number, login: string): Promise<void>;
  /** Ticks the checkbox of an issue, or of a pull request, whose line has this text. */
  tickBox(name: string, issue: number, text: string, login: string): Promise<void>;
  /** Writes the text of an issue, or of a pull request, anew. */
  editBody(name: string, issue: number, body: string, login: string): Promise<void>;
  markReady(name: string, pull: number, login: string): Promise<void>;
  /** Puts a pull request in the merge queue of its branch, or takes it out. */
  enqueue(name: string, pull: number, login: string): Promise<void>;
  dequeue(name: string, pull: number, login: string): Promise<void>;
}

export function hands(world: World): Hands {
  const at = (name: string, login: string): { repository: Repository; person: Account } => {
    const repository = findRepository(world, name);
    const person = world.accounts.get(login.toLowerCase());
    return { repository: known(repository, name), person: known(person, login) };
  };
  return {
    async clickAction(name, id, identifier, login) {
      const { repository, person } = at(name, login);
      const run = known(repository.checkRuns.get(id), `check run ${id}`);
      known(
        run.actions.find((one) => one.identifier === identifier),
        `button ${identifier} of ${run.name}`,
      );
      const extra = { requested_action: { identifier } };
      await emitCheckRun(world, repository, person, run, 'requested_action', extra);
    },
    async rerunCheck(name, id, login) {
      const { repository, person } = at(name, login);
      const run = known(repository.checkRuns.get(id), `check run ${id}`);
      await emitCheckRun(world, repository, person, run, 'rerequested');
    },
    async rerunSuite(name, id, login) {
      const { repository, person } = at(name, login);
      const suite = known(repository.checkSuites.get(id), `check suite ${id}`);
      await emitSuite(world, repository, person, suite, 'rerequested');
    },
    async tickBox(name, number, text, login) {
      const { repository, person } = at(name, login);
      const issue = known(repository.issues.get(number), `issue ${number}`);
      const before = { ...issue };
      const lines = (issue.body ?? '').split('\n');
      const index = lines.findIndex((line) => BOX.test(line) && line.includes(text));
      const line = known(lines[index], `empty checkbox with ${text}`);
      issue.body = lines.with(index, line.replace(BOX, '$1[x]')).join('\n');
      issue.updated = timestamp(world);
      await emitChange(world, repository, person, issue, before);
    },
    async editBody(name, number, body, login) {
      const { repository, person } = at(name, login);
      const issue = known(repository.issues.get(number), `issue ${number}`);
      const before = { ...issue };
      issue.body = body;
      issue.updated = timestamp(world);
      await emitChange(world, repository, person, issue, before);
    },
    async markReady(name, number, login) {
      const { repository, person } = at(name, login);
      await setDraft(world, repository, person, findPull(repository, number), false);
      await settle(world, repository);
    },
    async enqueue(name, number, login) {
      const { repository, person } = at(name, login);
      await repository.settling(() =>
        enqueue(world, repository, person, findPull(repository, number)),
      );
      await settle(world, repository);
    },
    async dequeue(name, number, login) {
      const { repository, person } = at(name, login);
      await repository.settling(() =>
        dequeue(world, repository, person, findPull(repository, number), 'MANUAL'),
      );
    },
  };
}

/** The line of an empty checkbox, up to its end. */
const BOX = /^(\s*[-*+] )\[ \]/;

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
