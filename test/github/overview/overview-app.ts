import { afterEach } from '@jest/globals';
import { pino } from 'pino';
import { openWebServer, type WebServer } from '../../../src/github/app/web-server.ts';
import { serveOverview } from '../../../src/github/overview/serve-overview.ts';
import { databaseReviewHistory } from '../../../src/jobs/database/review-history.ts';
import { SYSTEM_CLOCK } from '../../../src/model/clock.ts';
import type { Repository } from '../../in-memory-github/state/repository.ts';
import { KEYS, SECRET } from '../../support/app-process.ts';
import {
  type Browser,
  beginSignIn,
  chooseUser,
  openBrowser,
  signedInBrowser,
} from '../../support/browser.ts';
import type { Databases } from '../../support/databases.ts';
import { openedGitHub } from '../../support/opened-github.ts';

const servers: WebServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const NONE = { high: 0, medium: 0, low: 0, unsure: 0, settled: 0, fixed: 0 };

/**
 * The server of the App with an overview, on a GitHub with repositories of `ada` and `eve`.
 * @param host of GitHub's pages; to a browser, another name is another site
 */
export async function overviewApp(databases: Databases, host = '127.0.0.1') {
  let passed = 0;
  const now = () => Date.now() + passed;
  const database = await databases.open();
  const github = await openedGitHub({ now });
  for (const login of ['ada', 'bob', 'eve']) github.addUser(login);
  const repositories = new Map<string, Repository>();
  for (const name of ['ada/open', 'ada/secret', 'eve/own']) {
    const repository = await github.addRepository(name, { private: name !== 'ada/open' });
    repositories.set(name, repository);
  }
  const app = github.addApp('ward', KEYS.publicKey, { metadata: 'read' });
  const other = github.addApp('other', KEYS.publicKey, { metadata: 'read' });
  github.install(app, ['ada/open', 'ada/secret']);
  github.install(app, ['eve/own']);
  github.install(other, ['ada/secret']);

  const logged: string[] = [];
  const problems: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const place = {
    ...{ appId: app, privateKey: KEYS.privateKey, apiUrl: github.url },
    serverUrl: github.url.replace('127.0.0.1', host),
  };
  const callbacks: string[] = [];
  const client = github.addSignIn(app, callbacks);
  const server = await openWebServer({
    settings: {
      ...{ ...place, webhookSecret: SECRET, host: '127.0.0.1', port: 0 },
      ...{ dataFolder: '/nowhere', database: { folder: '/nowhere' }, auditLog: '/nowhere/audit' },
      noticeReceivers: [],
    },
    log,
    accept: async () => {},
    ready: async () => {},
    metrics: async () => '',
    overview: serveOverview({
      ...{ ...place, ...client, database, clock: SYSTEM_CLOCK, now },
      onSignIn: (login) => log.info({ login }, 'signed in'),
      onProblem: (what, problem) => {
        problems.push(`${what}: ${problem}`);
        log.warn({ problem }, what);
      },
    }),
  });
  servers.push(server);
  callbacks.push(`${server.url}/overview/callback`);
  const history = databaseReviewHistory(database, now, (problem) => problems.push(problem));

  return {
    ...{ github, client, server, database, problems },
    log: () => logged.join(''),
    url: (path: string) => `${server.url}${path}`,
    browser: () => openBrowser(server.url),
    /** Gives a repository another name. */
    rename(name: string, to: string): void {
      Object.assign(repositories.get(name) ?? {}, { name: to });
    },
    /** Lets time pass for the App and for GitHub. */
    pass(milliseconds: number): void {
      passed += milliseconds;
    },
    begin: (browser: Browser) => beginSignIn(browser, server.url),
    choose: chooseUser,
    signedIn: (login: string) => signedInBrowser(server.url, login),
    /** Has a review of a pull request end. */
    async reviewed(
      name: string,
      pull: number,
      counts: Partial<typeof NONE>,
      verdict: 'clean' | 'findings' | 'inconclusive' = 'findings',
    ): Promise<void> {
      const subject = `pull ${pull}`;
      const head = pull.toString(16).padStart(40, '0');
      const what = { place: `${repositories.get(name)?.id}`, subject, head, pull, owner: '1' };
      await history.add({ ...what, ...NONE, ...counts, verdict });
    },
  };
}
