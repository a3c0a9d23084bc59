import { lookUpCrate } from '../../workspace/crate-registry.ts';

/** Whether a crate may be used, with its version; `open` where that could not be found out now. */
export type CrateVerdict =
  | { readonly version: string }
  | { readonly problem: string; readonly isOpen: boolean };

/**
 * Whether migrated code may use a crate: the registry must have it, and nobody may have ruled it out. It
 * is downloaded, so that it builds without a network; nothing of it runs here.
 * @param home see `cargoHome`
 */
export async function allowedCrate(
  name: string,
  disabled: readonly string[],
  home: string,
  signal: AbortSignal,
): Promise<CrateVerdict> {
  if (isDisabled(name, disabled)) {
    return { problem: 'the config of the migration rules it out', isOpen: false };
  }
  const found = await lookUpCrate(name, home, signal);
  if (found.kind === 'found') return { version: found.version };
  return { problem: found.reason, isOpen: found.kind === 'unreachable' };
}

/** Whether the config rules a library out, in whatever case and with whichever dash. */
export function isDisabled(name: string, disabled: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '-');
  return disabled.some((one) => plain(one) === plain(name));
}
