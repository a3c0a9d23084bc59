import { afterEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type AppProcess, registerApp, startApp } from './support/app-on-github.ts';
import { signedInBrowser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { CLI } from './support/once/program.ts';
import { client, openedGitHub } from './support/opened-github.ts';
import { DEFECT } from './support/reviewing-app.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const place = { owner: 'ada', repo: 'demo' };
const PATIENCE = 120_000;
const PAUSE = 250;

const running: AppProcess[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

const overviewSchema = z.object({
  repositories: z.array(
    z.object({
      ...{ name: z.string(), open: z.record(z.string(), z.number()) },
      reviews: z.array(z.looseObject({ verdict: z.string(), head: z.string() })),
    }),
  ),
});

test('what the App reviews is in its overview, until it is taken away', async () => {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  for (const login of ['wanda', 'eve']) github.addUser(login);
  const files = { 'main.c': 'int main(void) { return 0; }\n' };
  await github.addRepository('ada/demo', { files, private: true });
  github.setRole('ada/demo', 'wanda', 'write');
  const registered = await registerApp(github, ['ada/demo']);
  const callback = `http://127.0.0.1:${registered.port}/overview/callback`;
  const { clientId, clientSecret } = github.addSignIn(registered.id, [callback]);
  const env = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const app = await startApp(github, {
    ...{ app: registered, folder: temporaryFolder(), env, program: [CLI, 'app'] },
  });
  running.push(app);
  const seenBy = async (login: string) => {
    const browser = await signedInBrowser(app.url, login);
    const answer = await browser.open(`${app.url}/overview.json`);
    expect(answer.status).toBe(200);
    return overviewSchema.parse(await answer.json()).repositories;
  };
  expect(await seenBy('ada')).toMatchObject([{ name: 'ada/demo', reviews: [] }]);

  const head = await github.commit('ada/demo', 'topic', { 'main.c': DEFECT });
  const pull = await ada.rest.pulls.create({ ...place, title: 'A', head: 'topic', base: 'main' });
  const reviewed = { name: 'ada/demo', reviews: [{ verdict: 'findings', head }] };
  await eventually(
    async () => expect(await seenBy('wanda')).toMatchObject([{ ...reviewed, open: { pulls: 1 } }]),
    PATIENCE,
    PAUSE,
  );
  const [seen] = await seenBy('wanda');
  expect(seen?.open['high']).toBeGreaterThan(0);
  expect(await seenBy('eve')).toEqual([]);
  await ada.rest.pulls.update({ ...place, pull_number: pull.data.number, state: 'closed' });
  await eventually(
    async () => expect(await seenBy('ada')).toMatchObject([{ ...reviewed, open: { pulls: 0 } }]),
    PATIENCE,
    PAUSE,
  );
  github.uninstall(registered.installation);
  await github.delivered();
  expect(await seenBy('ada')).toEqual([]);
  github.install(registered.id, ['ada/demo']);
  expect(await seenBy('ada')).toMatchObject([{ name: 'ada/demo', reviews: [] }]);
  expect(app.log()).toContain('"login":"wanda"');
  expect(app.log()).not.toMatch(/gh[ur]_|__Host-/);
  expect(app.log()).not.toContain(clientSecret);
}, 300_000);
