import * as z from 'zod';
import { loadPrompt } from './load-prompt.ts';

/** By role, the hash of the prompt that was asked with; in an artifact it says which wording led to it. */
export const promptHashesSchema = z.record(z.string(), z.string());

export type PromptHashes = Readonly<z.infer<typeof promptHashesSchema>>;

/** The hashes of the prompts of some roles, as the files are now, in the order of their names. */
export function promptHashes(roles: Iterable<string>): PromptHashes {
  return Object.fromEntries(
    [...new Set(roles)].sort().map((role) => [role, loadPrompt(role).hash]),
  );
}
