import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import type { DatabasePlace } from '../../jobs/open-database.ts';
import { dataFolder } from '../../workspace/data-folder.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

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
  readonly database: DatabasePlace;
}

/** What the process needs that webhooks come to. */
export interface ServerSettings extends WorkerSettings {
  readonly webhookSecret: string;
  readonly host: string;
  readonly port: number;
}

const LEAST_SECRET = 32;
const LEAST_KEY_BITS = 2048;

/** @throws UsageError that says which variable is wrong, and what to do */
export function readWorkerSettings(env: Environment): WorkerSettings {
  const database = readDatabasePlace(env);
  return {
    appId: readAppId(env),
    privateKey: readPrivateKey(env),
    apiUrl: readUrl(env, 'GITHUB_API_URL', 'https://api.github.com'),
    serverUrl: readUrl(env, 'GITHUB_SERVER_URL', 'https://github.com'),
    ...{ database, dataFolder: database.folder },
  };
}

/** Where the App has its jobs. */
export function readDatabasePlace(env: Environment): DatabasePlace {
  const url = env['DATABASE_URL'] ?? '';
  const data = env['RUSTWARD_DATA'] ?? '';
  const folder = data === '' ? dataFolder(env) : resolve(data);
  return { folder, ...(url !== '' && { url }) };
}

/** @throws UsageError that says which variable is wrong, and what to do */
export function readServerSettings(env: Environment): ServerSettings {
  return {
    ...readWorkerSettings(env),
    webhookSecret: readSecret(env),
    host: env['HOST'] || 'localhost',
    port: readPort(env),
  };
}

function readAppId(env: Environment): number {
  const { data } = z.coerce.number().int().positive().safeParse(env['APP_ID']);
  if (data !== undefined) return data;
  throw new UsageError("APP_ID is missing or no number: it is on the app's page on GitHub");
}

function readSecret(env: Environment): string {
  const secret = env['WEBHOOK_SECRET'] ?? '';
  const advice = `make one with 'openssl rand -hex 32', and enter it here and on the app's page on GitHub`;
  if (secret === '') throw new UsageError(`WEBHOOK_SECRET is missing: ${advice}`);
  if (secret === 'development') {
    throw new UsageError(`WEBHOOK_SECRET is 'development', which everybody knows: ${advice}`);
  }
  if (secret.length < LEAST_SECRET) {
    const found = `has ${secret.length} characters of the ${LEAST_SECRET} it needs`;
    throw new UsageError(`WEBHOOK_SECRET ${found}: ${advice}`);
  }
  return secret;
}

function readPrivateKey(env: Environment): string {
  const [name, text] = keyText(env);
  const key = parseKey(name, text);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_KEY_BITS) {
    throw new UsageError(`${name} is no RSA key of ${LEAST_KEY_BITS} bits: ${KEY_ADVICE}`);
  }
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const KEY_ADVICE = "generate one on the app's page on GitHub, and give the whole file";

/** The name of the variable, and the key that it gives. */
function keyText(env: Environment): [string, string] {
  const text = env['PRIVATE_KEY'] ?? '';
  if (text !== '') return ['PRIVATE_KEY', text];
  const path = env['PRIVATE_KEY_PATH'] ?? '';
  if (path === '')
    throw new UsageError(`PRIVATE_KEY or PRIVATE_KEY_PATH is missing: ${KEY_ADVICE}`);
  try {
    return ['PRIVATE_KEY_PATH', readFileSync(path, 'utf8')];
  } catch (thrown) {
    throw new UsageError(`cannot read PRIVATE_KEY_PATH: ${messageOf(thrown)}`);
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

function readUrl(env: Environment, name: string, usual: string): string {
  const text = env[name] || usual;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${name} is no address: it begins with https://`);
  }
  return text.replace(/\/+$/, '');
}

function readPort(env: Environment): number {
  const { data } = z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .safeParse(env['PORT'] || 3000);
  if (data === undefined) throw new UsageError('PORT is no number from 0 to 65535');
  return data;
}
