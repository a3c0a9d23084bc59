import type { ModelEntry, Prices } from './models-file.ts';
import { type KeySources, resolveKey } from './resolve-key.ts';
import type { ModelSettings } from './settings.ts';

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
  sources: KeySources,
): ModelSettings | { readonly missing: string } {
  const use = { name, address: entry.baseUrl, addressField: 'baseUrl' };
  const resolved = resolveKey(entry, use, sources);
  if ('missing' in resolved) return resolved;
  const { apiVersion, attempts, baseUrl, jsonSchema, limits, maxOutput, model } = entry;
  const { parallelToolCalls, parameters, promptCache, stream, streamUsage, window } = entry;
  const usual = usualOf(new URL(entry.baseUrl).hostname);
  const wire = entry.interface ?? usual.interface;
  return {
    ...{ name, apiVersion, attempts, baseUrl, jsonSchema, limits, maxOutput, model },
    ...{ parallelToolCalls, parameters, promptCache, stream, streamUsage, window },
    interface: wire,
    keyHeader: entry.keyHeader ?? usual.keyHeader,
    key: resolved.key,
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
