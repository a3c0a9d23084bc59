import { lookUpCrate } from '../../workspace/toolchain/crate-registry.ts';

/** Whether a crate may be used, with its version. */
export type CrateAllowance =
  | { readonly version: string }
  /** `isOpen`: that could not be found out now. */
  | { readonly problem: string; readonly isOpen?: boolean };

export interface AllowedCrateOptions {
  readonly disabled: readonly string[];
  /** See `cargoHome`. */
  readonly home: string;
  readonly signal: AbortSignal;
  readonly version?: string | undefined;
}

/**
 * Whether migrated code may use a crate: the registry must have it, and no setting may rule it out. It is
 * downloaded, so that it builds without a network; nothing of it runs here.
 * @param version that was taken before, or a later one that is compatible; any when missing
 */
export async function checkCrateAllowed(
  name: string,
  { disabled, home, signal, version }: AllowedCrateOptions,
): Promise<CrateAllowance> {
  if (isDisabled(name, disabled)) {
    return { problem: 'the config of the migration rules it out' };
  }
  const found = await lookUpCrate(name, home, { version, signal });
  if (found.kind === 'found') return { version: found.version };
  return { problem: found.reason, isOpen: found.kind === 'unreachable' };
}

/** Whether the config rules a library out, in whatever case and with whichever dash. */
export function isDisabled(name: string, disabled: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '-');
  return disabled.some((one) => plain(one) === plain(name));
}
