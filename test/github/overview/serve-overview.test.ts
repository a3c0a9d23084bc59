import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Browser } from '../../support/browser.ts';
import { onPglite } from '../../support/databases.ts';
import { overviewApp } from './overview-app.ts';

const SESSION = '__Host-rustward-session';
const SIGN_IN = '__Host-rustward-sign-in';

/** Without the style. */
const bodyOf = (page: string) => page.slice(page.indexOf('<body>'));

const overviewSchema = z.strictObject({
  ...{ version: z.literal(1), complete: z.boolean() },
  repositories: z.array(
    z.looseObject({ name: z.string(), private: z.boolean(), open: z.looseObject({}) }),
  ),
});

onPglite((databases) => {
  const jsonOf = async (browser: Browser, url: string) => {
    const answer = await browser.open(url);
    expect(answer.status).toBe(200);
    return overviewSchema.parse(await answer.json());
  };

  test('each user sees what GitHub lets them read, what needs attention first', async () => {
    const app = await overviewApp(databases);
    app.github.setRole('ada/secret', 'bob', 'read');
    await app.reviewed('ada/open', 1, { medium: 2, settled: 1 });
    await app.reviewed('ada/secret', 7, { high: 3 });
    await app.reviewed('eve/own', 2, {}, 'clean');
    const names = async (login: string) => {
      const { repositories } = await jsonOf(await app.signedIn(login), app.url('/overview.json'));
      return repositories.map(({ name }) => name);
    };
    expect(await names('ada')).toEqual(['ada/secret', 'ada/open']);
    expect(await names('bob')).toEqual(['ada/secret']);
    expect(await names('eve')).toEqual(['eve/own']);
    const bob = await app.signedIn('bob');
    const page = await (await bob.open(app.url('/overview'))).text();
    expect(page).toContain('3 open high findings in 1 of 1 repository');
    expect(page).toContain('Sign out bob');
    expect(page).toContain(`${app.github.url}/ada/secret/pull/7/checks`);
    expect(page).toContain(`${app.github.url}/ada/secret/security/code-scanning`);
    expect(bodyOf(page)).not.toMatch(/\beve\b|ada\/<wbr>open/);
    // Who may read nothing is told of nothing.
    app.github.setRole('ada/secret', 'bob', 'none');
    app.pass(61_000);
    const later = await (await bob.open(app.url('/overview'))).text();
    expect(later).toContain('The App is on no repository that you may read.');
    expect(later).not.toMatch(/secret/);
    expect(app.problems).toEqual([]);
  });

  test('a repository that is renamed keeps its reviews', async () => {
    const app = await overviewApp(databases);
    await app.reviewed('eve/own', 3, { low: 1 });
    app.rename('eve/own', 'renamed');
    const { repositories } = await jsonOf(await app.signedIn('eve'), app.url('/overview.json'));
    expect(repositories).toMatchObject([{ name: 'eve/renamed', open: { low: 1 } }]);
  });

  test('a program asks for JSON', async () => {
    const app = await overviewApp(databases);
    await app.reviewed('eve/own', 3, { low: 1, fixed: 2 });
    const eve = await app.signedIn('eve');
    const headers = { accept: 'application/json' };
    const answer = await eve.open(app.url('/overview'), { headers });
    expect(answer.headers.get('vary')).toContain('accept');
    const { repositories } = overviewSchema.parse(await answer.json());
    expect(repositories).toMatchObject([
      {
        ...{ name: 'eve/own', private: true, url: `${app.github.url}/eve/own` },
        open: { high: 0, medium: 0, low: 1, fixed: 2, pulls: 1, unexamined: 0 },
        reviews: [{ verdict: 'findings', pull: 3, url: `${app.github.url}/eve/own/pull/3/checks` }],
      },
    ]);
    const stranger = await app.browser().open(app.url('/overview.json'));
    expect([stranger.status, await stranger.json()]).toEqual([
      ...[401, { error: 'sign in at overview/sign-in' }],
    ]);
  });

  test('who has not signed in sees no repository, and cookies are for this server alone', async () => {
    const app = await overviewApp(databases);
    await app.reviewed('ada/open', 1, { high: 1 });
    const browser = app.browser();
    const answer = await browser.open(app.url('/overview'));
    const page = await answer.text();
    expect(page).toContain('href="overview/sign-in"');
    expect(bodyOf(page)).not.toMatch(/\b(?:ada|eve)\b/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-frame-options': 'DENY' },
      ...{ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' },
      'content-security-policy': "frame-ancestors 'none'",
    });
    expect(page).toContain("default-src 'none'");
    const led = await browser.open(app.url('/overview/sign-in'));
    const attributes = /^__Host-[\w-]+=\S+; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/;
    expect(led.headers.getSetCookie()).toEqual([expect.stringMatching(attributes)]);
    const back = await app.choose(await app.begin(browser), 'ada');
    const inside = await browser.open(back);
    expect([inside.status, inside.headers.get('location')]).toEqual([303, '../overview']);
    for (const line of inside.headers.getSetCookie()) {
      expect(line.replace(/=;/, '=x;')).toMatch(attributes);
    }
    expect([...browser.cookies.keys()]).toEqual([SESSION]);
    for (const [path, method] of [
      ['/overview', 'POST'],
      ['/overview/sign-out', 'GET'],
      ['/overview/callback', 'PUT'],
    ] as const) {
      expect((await browser.open(app.url(path), { method })).status).toBe(405);
    }
    for (const path of ['/overview/', '/overview/../metrics', '/overviews', '/overview/x']) {
      expect((await browser.open(app.url(path))).status).toBe(path.includes('metrics') ? 200 : 404);
    }
  });

  test('a sign-in of another browser, an old one, and one that was changed are refused', async () => {
    const app = await overviewApp(databases);
    const victim = app.browser();
    const attacker = app.browser();
    // An attacker's own way back, opened in the browser of another person.
    const theirs = await app.choose(await app.begin(attacker), 'eve');
    const refused = async (browser: Browser, url: string) => {
      const answer = await browser.open(url);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('Not signed in');
      expect(browser.cookies.has(SESSION)).toBe(false);
    };
    await refused(victim, theirs);
    await app.begin(victim);
    await refused(victim, theirs);
    for (const [name, value] of [
      ['state', 'x'.repeat(43)],
      ['state', ''],
      ['code', '../../x'],
      ['code', 'unknown'],
      ['code', ''],
    ] as const) {
      const back = new URL(await app.choose(await app.begin(victim), 'ada'));
      back.searchParams.set(name, value);
      await refused(victim, back.href);
    }
    const page = await app.begin(victim);
    const cookie = victim.cookies.get(SIGN_IN) ?? '';
    const late = cookie.replace(/\.(\d+)\./, (_, at: string) => `.${Number(at) + 1}.`);
    expect(late).not.toBe(cookie);
    victim.cookies.set(SIGN_IN, late);
    await refused(victim, await app.choose(page, 'ada'));
    const old = await app.choose(await app.begin(victim), 'ada');
    app.pass(600_001);
    await refused(victim, old);
    // A user who does not let the App in.
    await refused(victim, await app.choose(await app.begin(victim), 'nobody'));
    // A way back is good once.
    const good = await app.choose(await app.begin(victim), 'ada');
    const kept = victim.cookies.get(SIGN_IN) ?? '';
    expect((await victim.open(good)).status).toBe(303);
    const again = app.browser();
    again.cookies.set(SIGN_IN, kept);
    await refused(again, good);
    expect(app.problems).toEqual([]);
  });

  test('nothing that a request says leads a browser elsewhere', async () => {
    const app = await overviewApp(databases);
    const browser = app.browser();
    const query = '?next=https://evil.example&redirect_uri=https://evil.example';
    const led = await browser.open(`${app.url('/overview/sign-in')}${query}`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    const page = new URL(led.headers.get('location') ?? '');
    expect(page.origin).toBe(app.github.url);
    expect(page.href).not.toContain('evil');
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    const back = await app.choose(page, 'ada');
    const inside = await browser.open(`${back}&next=https://evil.example&return_to=//evil.example`);
    expect([inside.status, inside.headers.get('location')]).toEqual([303, '../overview']);
  });

  test('a session that is forged, over, or signed out shows nothing', async () => {
    const app = await overviewApp(databases);
    const ada = await app.signedIn('ada');
    const cookie = ada.cookies.get(SESSION) ?? '';
    const isIn = async (browser: Browser) =>
      (await browser.open(app.url('/overview.json'))).status === 200;
    expect(await isIn(ada)).toBe(true);
    const [id = '', signature = ''] = cookie.split('.');
    for (const forged of [
      ...[`${id}.${'A'.repeat(43)}`, `${id}x.${signature}`, id, `${id}.`, `.${signature}`, '', '.'],
      ...['__proto__.x', 'x'.repeat(8000), cookie.toUpperCase()],
    ]) {
      const browser = app.browser();
      browser.cookies.set(SESSION, forged);
      expect(await isIn(browser)).toBe(false);
    }
    // That of a sign-in is signed as well, for another purpose.
    const other = app.browser();
    await app.begin(other);
    other.cookies.set(SESSION, other.cookies.get(SIGN_IN) ?? '');
    expect(await isIn(other)).toBe(false);

    const thief = app.browser();
    thief.cookies.set(SESSION, cookie);
    const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await ada.open(app.url('/overview/sign-out'), foreign)).status).toBe(403);
    expect(await isIn(thief)).toBe(true);
    const own = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
    const out = await ada.open(app.url('/overview/sign-out'), own);
    expect([out.status, out.headers.get('location')]).toEqual([303, '../overview']);
    expect([ada.cookies.size, await isIn(thief), await isIn(ada)]).toEqual([0, false, false]);

    const bob = await app.signedIn('bob');
    app.pass(3_600_000);
    expect(await isIn(bob)).toBe(false);
  });

  test('who takes back what the App may know is signed out, and no secret is in the log', async () => {
    const app = await overviewApp(databases);
    const browser = app.browser();
    const back = await app.choose(await app.begin(browser), 'ada');
    await browser.open(back);
    await browser.open(app.url('/overview'));
    app.github.withdrawSignIns('ada');
    app.pass(61_000);
    const page = await (await browser.open(app.url('/overview'))).text();
    expect(page).toContain('GitHub does not know this sign-in any more.');
    app.github.fail({ operation: 'users/get-authenticated', kind: 'refuse', status: 403 });
    const failed = app.browser();
    const way = await app.choose(await app.begin(failed), 'ada');
    expect((await failed.open(way)).status).toBe(502);
    expect(app.problems).toEqual(['a sign-in failed: GitHub answered with status 403']);
    const secrets = [
      ...[app.client.clientSecret, new URL(back).searchParams.get('code') ?? ''],
      ...[new URL(back).searchParams.get('state') ?? '', browser.cookies.get(SESSION) ?? ''],
    ];
    expect(app.log()).toContain('"login":"ada"');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(app.log()).not.toContain(secret);
    }
    expect(app.log()).not.toMatch(/gh[ur]_/);
  });

  test('a database that is gone is no empty overview', async () => {
    const app = await overviewApp(databases);
    const ada = await app.signedIn('ada');
    await app.database.query('DROP TABLE rustward.reviews');
    const page = await ada.open(app.url('/overview'));
    expect([page.status, (await page.text()).includes('No answer')]).toEqual([502, true]);
    expect((await ada.open(app.url('/overview.json'))).status).toBe(502);
  });
});
