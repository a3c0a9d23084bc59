import { dirname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { Secret } from './secret.ts';

const MAX_KEY_BYTES = 65_536;

/** At most one of these three says a key. */
export interface KeyEntry {
  readonly key?: string | undefined;
  readonly keyVariable?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** Who the key is for, and where it is sent. */
export interface KeyUse {
  readonly name: string;
  readonly address: string;
  /** What the address is called in the models file. */
  readonly addressField: string;
}

/** Where keys are found: the environment, and files that are named relative to the models file. */
export interface KeySources {
  readonly env: ProcessEnvironment;
  /** Of the models file. */
  readonly path: string;
}

/**
 * Finds the key that an entry of the models file names.
 * @returns the key, undefined where none is sent, or that the variable which holds it is not set
 * @throws UsageError when the key cannot be read, or would travel in the clear
 */
export function resolveKey(
  entry: KeyEntry,
  { name, address, addressField }: KeyUse,
  sources: KeySources,
): { readonly key: Secret | undefined } | { readonly missing: string } {
  const key = entry.key ?? findKey(name, entry, sources);
  if (key === undefined) {
    const { keyVariable } = entry;
    if (keyVariable === undefined) return { key: undefined };
    return { missing: `${keyVariable}, the key of ${name}, is not set` };
  }
  const url = new URL(address);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      `the key of ${name} would travel unencrypted to ${url.host}; change its ${addressField} to https://`,
    );
  }
  return { key: new Secret(key) };
}

function findKey(
  name: string,
  { keyVariable, keyFile }: KeyEntry,
  { env, path }: KeySources,
): string | undefined {
  if (keyVariable !== undefined) return env[keyVariable]?.trim() || undefined;
  if (keyFile === undefined) return undefined;
  const file = resolve(dirname(path), keyFile);
  let key: string;
  try {
    key = readNamedText(file, MAX_KEY_BYTES).trim();
  } catch (thrown) {
    throw new UsageError(`cannot read keyFile of ${name}: ${systemReason(thrown)}`);
  }
  if (key === '')
    throw new UsageError(`keyFile of ${name}, ${file}, is empty; put the key into it`);
  return key;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
