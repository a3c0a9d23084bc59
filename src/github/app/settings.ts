import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import type { DatabaseSettings } from '../../jobs/database/open-database.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { dataFolder } from '../../workspace/state/data-folder.ts';
import { checkOperatorExtensions } from '../isolated-worker/operator-extensions.ts';
import { type NoticeReceiver, parseNoticeReceivers } from '../notices/notice-receivers.ts';
import { loadSignInSettings, type SignInSettings } from './sign-in-settings.ts';

/** What every process of the App needs. */
export interface WorkerSettings {
  readonly appId: number;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  /** Of the REST interface. */
  readonly apiUrl: string;
  /** Of GitHub's pages and repositories. */
  readonly serverUrl: string;
  readonly dataFolder: string;
  readonly database: DatabaseSettings;
  /** The file to which what is written to GitHub is added. */
  readonly auditLog: string;
  /** Whom to tell in chats. Their addresses are secrets. */
  readonly noticeReceivers: readonly NoticeReceiver[];
  /** Where it listens. */
  readonly host: string;
  /** Where a process to which no webhooks come serves its metrics; nowhere when missing. */
  readonly metricsPort?: number;
}

/** What the process needs that webhooks come to. */
export interface ServerSettings extends WorkerSettings {
  readonly webhookSecret: string;
  readonly port: number;
  /** With which users sign in to the overview; it is off where this is missing. */
  readonly signIn?: SignInSettings;
}

const MIN_SECRET_CHARACTERS = 32;
const MIN_KEY_BITS = 2048;

/** @throws UsageError that says which variable is wrong, and what to do */
export function loadWorkerSettings(env: ProcessEnvironment): WorkerSettings {
  const database = databasePlaceOf(env);
  const metricsPort = parsePort(env, 'METRICS_PORT');
  checkOperatorExtensions(env);
  return {
    appId: parseAppId(env),
    privateKey: loadPrivateKey(env),
    ...parseGitHubPlace(env),
    ...{ database, dataFolder: database.folder, auditLog: auditLogOf(env, database.folder) },
    noticeReceivers: parseNoticeReceivers(env['RUSTWARD_NOTICES'] ?? ''),
    host: env['HOST'] || 'localhost',
    ...(metricsPort !== undefined && { metricsPort }),
  };
}

/** Where GitHub is: `apiUrl` of the REST interface, `serverUrl` of its pages and repositories. */
export type GitHubPlace = Pick<WorkerSettings, 'apiUrl' | 'serverUrl'>;

/** @throws UsageError that says which variable is wrong */
export function parseGitHubPlace(env: ProcessEnvironment): GitHubPlace {
  return {
    apiUrl: parseUrl(env, 'GITHUB_API_URL', 'https://api.github.com'),
    serverUrl: parseUrl(env, 'GITHUB_SERVER_URL', 'https://github.com'),
  };
}

/** Where the App has its jobs. */
export function databasePlaceOf(env: ProcessEnvironment): DatabaseSettings {
  const url = env['DATABASE_URL'] ?? '';
  const data = env['RUSTWARD_DATA'] ?? '';
  const folder = data === '' ? dataFolder(env) : resolve(data);
  return { folder, ...(url !== '' && { url }) };
}

function auditLogOf(env: ProcessEnvironment, folder: string): string {
  const path = env['RUSTWARD_AUDIT_LOG'] ?? '';
  return path === '' ? join(folder, 'audit.jsonl') : resolve(path);
}

/** @throws UsageError that says which variable is wrong, and what to do */
export function loadServerSettings(env: ProcessEnvironment): ServerSettings {
  const signIn = loadSignInSettings(env);
  return {
    ...loadWorkerSettings(env),
    ...(signIn !== undefined && { signIn }),
    webhookSecret: parseSecret(env),
    port: parsePort(env, 'PORT') ?? 3000,
  };
}

function parseAppId(env: ProcessEnvironment): number {
  const { data } = z.coerce.number().int().positive().safeParse(env['APP_ID']);
  if (data !== undefined) return data;
  throw new UsageError("APP_ID is missing or no number: it is on the app's page on GitHub");
}

function parseSecret(env: ProcessEnvironment): string {
  const secret = env['WEBHOOK_SECRET'] ?? '';
  const advice = `make one with 'openssl rand -hex 32', and enter it here and on the app's page on GitHub`;
  if (secret === '') throw new UsageError(`WEBHOOK_SECRET is missing: ${advice}`);
  if (secret === 'development') {
    throw new UsageError(`WEBHOOK_SECRET is 'development', which everybody knows: ${advice}`);
  }
  if (secret.length < MIN_SECRET_CHARACTERS) {
    const found = `has ${secret.length} characters of the ${MIN_SECRET_CHARACTERS} it needs`;
    throw new UsageError(`WEBHOOK_SECRET ${found}: ${advice}`);
  }
  return secret;
}

function loadPrivateKey(env: ProcessEnvironment): string {
  const [name, text] = loadKeyText(env);
  const key = parseKey(name, text);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS) {
    throw new UsageError(`${name} is no RSA key of ${MIN_KEY_BITS} bits: ${KEY_ADVICE}`);
  }
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const KEY_ADVICE = "generate one on the app's page on GitHub, and give the whole file";

/** The name of the variable, and the key that it gives. */
function loadKeyText(env: ProcessEnvironment): [string, string] {
  const text = env['PRIVATE_KEY'] ?? '';
  if (text !== '') return ['PRIVATE_KEY', text];
  const path = env['PRIVATE_KEY_PATH'] ?? '';
  if (path === '')
    throw new UsageError(`PRIVATE_KEY or PRIVATE_KEY_PATH is missing: ${KEY_ADVICE}`);
  try {
    return ['PRIVATE_KEY_PATH', readFileSync(path, 'utf8')];
  } catch (thrown) {
    throw new UsageError(`cannot read PRIVATE_KEY_PATH: ${systemReason(thrown)}`);
  }
}

/** PEM; in variables also with `\n` for line ends, or the whole in base64. */
function parseKey(name: string, text: string): KeyObject {
  const isPem = text.includes('-----BEGIN');
  const pem = isPem ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8');
  try {
    return createPrivateKey(pem);
  } catch {
    // What the library says may hold a part of the key.
    throw new UsageError(`${name} is no private key: ${KEY_ADVICE}`);
  }
}

function parseUrl(env: ProcessEnvironment, name: string, usual: string): string {
  const text = env[name] || usual;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${name} is no address: it begins with https://`);
  }
  return text.replace(/\/+$/, '');
}

function parsePort(env: ProcessEnvironment, name: string): number | undefined {
  const text = env[name] ?? '';
  if (text === '') return undefined;
  const { data } = z.coerce.number().int().min(0).max(65_535).safeParse(text);
  if (data === undefined) throw new UsageError(`${name} is no number from 0 to 65535`);
  return data;
}
