import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import { resolveCommit } from '../../in-memory-github/git/store.ts';
import { openGitHub } from '../../in-memory-github/open-github.ts';
import { type AppProcess, registerApp, startApp } from '../../support/app-on-github.ts';
import type { Place } from './payloads.ts';

/** The real App, on a GitHub with a pull request. */
export interface OpenedApp {
  readonly app: AppProcess;
  readonly place: Place;
  /** What GitHub itself has refused or not known. */
  readonly problems: () => readonly string[];
  close(): Promise<void>;
}

const SOUND = 'int twice(int x) { return x / 2 + x / 2; }\n';

export async function openApp(home: string): Promise<OpenedApp> {
  const [folder, repositories] = [join(home, 'app'), join(home, 'github')];
  for (const path of [folder, repositories]) mkdirSync(path, { recursive: true });
  const github = await openGitHub({ folder: repositories });
  const auth = github.addUser('ada');
  const where = { owner: 'ada', repo: 'parcel' };
  const repository = await github.addRepository('ada/parcel', { files: { 'a.c': SOUND } });
  await github.commit('ada/parcel', 'topic', { 'b.c': SOUND.replace('twice', 'again') });
  const ada = new Octokit({ baseUrl: github.url, auth });
  const made = { ...where, title: 'A change', head: 'topic', base: 'main' };
  const { data } = await ada.rest.pulls.create(made);
  const registered = await registerApp(github, ['ada/parcel']);
  const app = await startApp(github, { app: registered, folder });
  const commitOf = async (branch: string) =>
    (await resolveCommit(repository.folder, `refs/heads/${branch}`)) ?? '';
  const place = {
    ...{ repository: repository.id, owner: where.owner, name: where.repo, pull: data.number },
    ...{ installation: registered.installation, app: registered.id },
    ...{ head: await commitOf('topic'), base: await commitOf('main') },
  };
  return {
    ...{ app, place },
    problems: () => github.problems,
    async close() {
      await app.stop();
      await github.close();
    },
  };
}
