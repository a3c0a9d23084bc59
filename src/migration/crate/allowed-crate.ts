import { fetchCrates, lookUpCrate } from '../../workspace/crate-registry.ts';
import { addDependency } from './manifest.ts';

/**
 * Whether migrated code may use a crate: the registry must have it, and nobody may have ruled it out. It
 * is downloaded, so that it builds without a network; nothing of it runs here.
 */
export async function allowedCrate(
  name: string,
  disabled: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly version: string } | { readonly problem: string }> {
  if (disabled.some((one) => one.toLowerCase() === name.toLowerCase())) {
    return { problem: 'the config of the migration rules it out' };
  }
  const found = await lookUpCrate(name, signal);
  if (found.kind === 'refused') return { problem: found.reason };
  const empty = '[package]\nname = "scratch"\nversion = "0.0.0"\nedition = "2021"\n';
  const fetched = await fetchCrates(addDependency(empty, name, found.version), undefined, signal);
  return 'problem' in fetched ? fetched : { version: found.version };
}
