import * as z from 'zod';
import { type KeySources, resolveKey } from './resolve-key.ts';
import type { Secret } from './secret.ts';

const name = z.string().trim().min(1);

/** Where agents may search the web: a server that answers in JSON. */
export const webSearchSchema = z
  .strictObject({
    /** The address that `q=` and the words are appended to; further parameters stand in it. */
    url: z
      .string()
      .refine(isHttpAddress, 'is no address; write it with https://, without # or user'),
    /** At most one of these three. With none, no key is sent, as to a server of one's own. */
    key: name.optional(),
    keyVariable: name.optional(),
    keyFile: name.optional(),
    /** The header that the key is sent in; `authorization` takes it as `Bearer`. */
    keyHeader: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'is no name of a header')
      .transform((header) => header.toLowerCase())
      .default('authorization'),
  })
  .refine(
    (entry) =>
      [entry.key, entry.keyVariable, entry.keyFile].filter((k) => k !== undefined).length < 2,
    'key, keyVariable and keyFile exclude each other; keep one',
  );

export type WebSearchEntry = z.infer<typeof webSearchSchema>;

/** A search server that can be asked. */
export interface WebSearchSettings {
  readonly url: string;
  readonly key: Secret | undefined;
  readonly keyHeader: string;
}

/**
 * Settles where the web is searched.
 * @returns the settings, or why it cannot be searched for want of a key
 * @throws UsageError when the key cannot be read, or would travel in the clear
 */
export function resolveWebSearch(
  entry: WebSearchEntry,
  sources: KeySources,
): WebSearchSettings | { readonly missing: string } {
  const { url, keyHeader } = entry;
  const use = { name: 'webSearch', address: url, addressField: 'url' };
  const resolved = resolveKey(entry, use, sources);
  return 'missing' in resolved ? resolved : { url, keyHeader, key: resolved.key };
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}
