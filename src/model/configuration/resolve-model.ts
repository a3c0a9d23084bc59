import { dirname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import type { ModelEntry, Prices } from './models-file.ts';
import { Secret } from './secret.ts';
import type { ModelSettings } from './settings.ts';

const MAX_KEY_BYTES = 65_536;

/**
 * Settles one model: its key, its prices, and what follows from its provider.
 * @param prices the price table, by the model's name at the provider
 * @returns the settings, or why the model cannot be asked for want of a key
 * @throws UsageError when the key cannot be read, or would travel in the clear
 */
export function resolveModel(
  name: string,
  entry: ModelEntry,
  prices: Readonly<Record<string, Prices>>,
  { env, path }: { readonly env: ProcessEnvironment; readonly path: string },
): ModelSettings | { readonly missing: string } {
  const key = entry.key ?? keyOf(name, entry, env, path);
  const wantsKey = entry.keyVariable !== undefined;
  if (wantsKey && key === undefined) {
    return { missing: `${entry.keyVariable}, the key of ${name}, is not set` };
  }
  const url = new URL(entry.baseUrl);
  if (key !== undefined && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      `the key of ${name} would travel unencrypted to ${url.host}; change its baseUrl to https://`,
    );
  }
  const { apiVersion, attempts, baseUrl, jsonSchema, limits, maxOutput, model } = entry;
  const { parallelToolCalls, parameters, promptCache, stream, streamUsage, window } = entry;
  const usual = usualOf(url.hostname);
  const wire = entry.interface ?? usual.interface;
  return {
    ...{ name, apiVersion, attempts, baseUrl, jsonSchema, limits, maxOutput, model },
    ...{ parallelToolCalls, parameters, promptCache, stream, streamUsage, window },
    interface: wire,
    keyHeader: entry.keyHeader ?? usual.keyHeader,
    key: key === undefined ? undefined : new Secret(key),
    prices: entry.prices ?? (Object.hasOwn(prices, model) ? prices[model] : undefined),
    silence: entry.silenceSeconds * 1000,
    outputLimitField: entry.outputLimitField ?? usual.outputLimitField,
  };
}

/** What a provider takes, by its host. Of the others it is what most servers know. */
function usualOf(
  host: string,
): Pick<ModelSettings, 'interface' | 'keyHeader' | 'outputLimitField'> {
  if (host === 'api.anthropic.com') {
    return { interface: 'messages', keyHeader: 'x-api-key', outputLimitField: 'max_tokens' };
  }
  const isAzure = /\.(openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.com$/.test(host);
  return {
    interface: 'chat',
    keyHeader: isAzure ? 'api-key' : 'authorization',
    // The newer models of these two refuse the older field.
    outputLimitField: isAzure || host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens',
  };
}

function keyOf(
  name: string,
  { keyVariable, keyFile }: ModelEntry,
  env: ProcessEnvironment,
  path: string,
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
