import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { loadServerSettings } from '../../../src/github/app/settings.ts';
import { appEnvironment, KEYS, rustward } from '../../support/app-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const env = (more: Readonly<Record<string, string>>) => appEnvironment({ folder: '/data' }, more);

const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pem = { type: 'pkcs8', format: 'pem' } as const;

test('what is there is read, what is missing has a usual value', () => {
  const settings = loadServerSettings(env({ PORT: '', HOST: '', GITHUB_API_URL: '' }));
  expect(settings).toMatchObject({
    ...{ appId: 1, host: 'localhost', port: 3000, dataFolder: '/data' },
    ...{ apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
    ...{ database: { folder: '/data' }, auditLog: '/data/audit.jsonl' },
  });
  const elsewhere = loadServerSettings(env({ RUSTWARD_AUDIT_LOG: '/var/log/rustward.jsonl' }));
  expect(elsewhere.auditLog).toBe('/var/log/rustward.jsonl');
  expect(loadServerSettings(env({ METRICS_PORT: '9464' })).metricsPort).toBe(9464);
  expect(settings.noticeReceivers).toEqual([]);
  const chats = loadServerSettings(env({ RUSTWARD_NOTICES: 'slack=https://hooks.example.org/x' }));
  expect(chats.noticeReceivers).toMatchObject([{ format: 'slack' }]);
  expect(settings.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  const other = loadServerSettings(
    env({ DATABASE_URL: 'postgres://a/b', GITHUB_API_URL: 'https://ghe.example/api/v3/' }),
  );
  expect(other.database.url).toBe('postgres://a/b');
  expect(other.apiUrl).toBe('https://ghe.example/api/v3');
});

test('users sign in where the app says as whom it asks them', () => {
  expect(loadServerSettings(env({})).signIn).toBeUndefined();
  // Without the id, the secret alone turns nothing on.
  expect(loadServerSettings(env({ CLIENT_SECRET: 'x'.repeat(40) })).signIn).toBeUndefined();
  const signIn = { clientId: 'Iv23liAbc', clientSecret: 'c'.repeat(40) };
  const folder = temporaryFolder({ secret: `${signIn.clientSecret}\n` });
  for (const more of [
    { CLIENT_SECRET: signIn.clientSecret },
    { CLIENT_SECRET_PATH: `${folder}/secret` },
  ]) {
    expect(loadServerSettings(env({ CLIENT_ID: 'Iv23liAbc', ...more })).signIn).toEqual(signIn);
  }
});

test('a key comes as it is, on one line, in base64, or from a file', () => {
  const whole = loadServerSettings(env({})).privateKey;
  const { privateKey } = KEYS;
  const folder = temporaryFolder({ 'key.pem': privateKey });
  for (const more of [
    { PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') },
    { PRIVATE_KEY: Buffer.from(privateKey).toString('base64') },
    { PRIVATE_KEY: '', PRIVATE_KEY_PATH: `${folder}/key.pem` },
  ]) {
    expect(loadServerSettings(env(more)).privateKey).toBe(whole);
  }
});

test.each([
  [{ APP_ID: '' }, /^APP_ID is missing or no number/],
  [{ APP_ID: 'rustward' }, /^APP_ID is missing or no number/],
  [{ RUSTWARD_NOTICES: 'https://a.example' }, /^RUSTWARD_NOTICES: receiver 1 has no format/],
  [{ WEBHOOK_SECRET: '' }, /^WEBHOOK_SECRET is missing: .*openssl rand -hex 32/],
  [{ WEBHOOK_SECRET: 'development' }, /^WEBHOOK_SECRET is 'development', which everybody knows/],
  [{ WEBHOOK_SECRET: 'x'.repeat(31) }, /^WEBHOOK_SECRET has 31 characters of the 32 it needs/],
  [{ CLIENT_ID: 'Iv1' }, /^CLIENT_ID is set, and CLIENT_SECRET or CLIENT_SECRET_PATH is missing/],
  [{ CLIENT_ID: 'a b' }, /^CLIENT_ID is none of GitHub's/],
  [{ CLIENT_ID: 'Iv1', CLIENT_SECRET: 'short' }, /^CLIENT_SECRET is no client secret: generate/],
  [{ CLIENT_ID: 'Iv1', CLIENT_SECRET_PATH: '/nowhere' }, /^cannot read CLIENT_SECRET_PATH: /],
  [{ PRIVATE_KEY: '' }, /^PRIVATE_KEY or PRIVATE_KEY_PATH is missing/],
  [{ PRIVATE_KEY: 'secret words' }, /^PRIVATE_KEY is no private key: generate one/],
  [{ PRIVATE_KEY: KEYS.publicKey }, /^PRIVATE_KEY is no private key/],
  [{ PRIVATE_KEY: KEYS.privateKey.slice(0, 400) }, /^PRIVATE_KEY is no private key/],
  [{ PRIVATE_KEY: shortKey.export(pem).toString() }, /^PRIVATE_KEY is no RSA key of 2048 bits/],
  [{ PRIVATE_KEY: otherKey.export(pem).toString() }, /^PRIVATE_KEY is no RSA key of 2048 bits/],
  [
    { PRIVATE_KEY: '', PRIVATE_KEY_PATH: '/no/such' },
    /^cannot read PRIVATE_KEY_PATH: no such file/,
  ],
  [{ PORT: '70000' }, /^PORT is no number from 0 to 65535/],
  [{ METRICS_PORT: 'x' }, /^METRICS_PORT is no number from 0 to 65535/],
  [{ GITHUB_API_URL: 'api.github.com' }, /^GITHUB_API_URL is no address/],
])('%j is refused', (more, problem) => {
  const read = () => loadServerSettings(env(more));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(problem);
  expect(read).not.toThrow(/secret words|-----BEGIN/);
});

test('the App does not start with a bad setting, and says in one line what to do', async () => {
  const folder = temporaryFolder();
  for (const more of [{ WEBHOOK_SECRET: 'development' }, { APP_ID: '', NODE_ENV: 'development' }]) {
    const { status, stdout, stderr } = await rustward(appEnvironment({ folder }, more), ['app']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^rustward: (WEBHOOK_SECRET|APP_ID) is .*\n$/);
  }
  const worker = await rustward(appEnvironment({ folder }), ['worker']);
  expect(worker.status).toBe(2);
  expect(worker.stderr).toMatch(/^rustward: a worker needs the DATABASE_URL of the App.*\n$/);
});
