import { createHash } from 'node:crypto';
import {
  openRepositoryClient,
  type RepositoryClientDeps,
} from '../../../src/github/api/repository-client.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { listeningApp } from '../../support/listening-app.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

export const demo = { owner: 'ada', repo: 'demo' };

const PERMISSIONS = {
  ...({ checks: 'write', contents: 'write', issues: 'write', metadata: 'read' } as const),
  ...({ pull_requests: 'write' } as const),
};

/**
 * A repository of `ada` with an app in it, and the app's way to it; `wanda` may write there, `rita` only
 * read. The app hears what happens to issues.
 */
export async function openedAccess(
  files: Readonly<Record<string, string>> = { 'a.c': 'int a;\n' },
) {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  for (const login of ['wanda', 'rita']) github.addUser(login);
  await github.addRepository('ada/demo', { files, private: false });
  github.setRole('ada/demo', 'wanda', 'write');
  const app = await listeningApp(github, PERMISSIONS, { events: ['issues'] });
  const installation = github.install(app.app, ['ada/demo']);
  const { data: found } = await ada.rest.repos.get(demo);
  const { data: level } = await ada.rest.repos.getCollaboratorPermissionLevel({
    ...{ ...demo, username: 'ward[bot]' },
  });
  const token = async () => (await app.bot(installation)).token;
  const repository = { id: found.id, owner: 'ada', name: 'demo' };
  const deps: RepositoryClientDeps = {
    access: { client: async () => client(github, await token()), token },
    identity: { app: app.app, bot: level.user?.id ?? 0 },
    markerKey: createHash('sha256').update('a key').digest(),
    ...{ clock: fakeClock(), signal: new AbortController().signal },
  };
  const command = { repository, installation };
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  return { github, ada, access, app, deps, command };
}
