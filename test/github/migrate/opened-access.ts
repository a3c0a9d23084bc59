import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  type Access,
  type AccessDeps,
  accessFor,
} from '../../../src/github/instructions/access.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { appJwt } from '../../support/app-jwt.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

export const demo = { owner: 'ada', repo: 'demo' };

const PERMISSIONS = {
  ...({ contents: 'write', issues: 'write', metadata: 'read', pull_requests: 'write' } as const),
};

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC_KEY = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A repository of `ada` with an app in it, and the app's way to it; `wanda` may write there. */
export async function openedAccess(
  files: Readonly<Record<string, string>> = { 'a.c': 'int a;\n' },
) {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const wanda = client(github, github.addUser('wanda'));
  const rita = client(github, github.addUser('rita'));
  await github.addRepository('ada/demo', { files, private: false });
  github.setRole('ada/demo', 'wanda', 'write');
  const app = github.addApp('ward', PUBLIC_KEY, PERMISSIONS);
  const installation = github.install(app, ['ada/demo']);
  const { data: found } = await ada.rest.repos.get(demo);
  const own = client(github, appJwt(app, KEYS.privateKey, Date.now()));
  const { data: level } = await ada.rest.repos.getCollaboratorPermissionLevel({
    ...{ ...demo, username: 'ward[bot]' },
  });
  const token = async () => {
    const { data } = await own.rest.apps.createInstallationAccessToken({
      ...{ installation_id: installation, repository_ids: [found.id] },
    });
    return data.token;
  };
  const repository = { id: found.id, owner: 'ada', name: 'demo' };
  const deps: AccessDeps = {
    access: { client: async () => client(github, await token()), token },
    identity: { app, bot: level.user?.id ?? 0 },
    markerKey: createHash('sha256').update('a key').digest(),
    ...{ clock: fakeClock(), signal: new AbortController().signal },
  };
  const command = { repository, installation };
  const access: Access = await accessFor(command, PERMISSIONS, deps);
  return { github, ada, wanda, rita, access, deps, command, installation, repository };
}
