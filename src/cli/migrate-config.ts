import { relative } from 'node:path';
import { readConfig, writeConfig } from '../migration/artifacts/config.ts';
import { type ConfigChange, changeConfig } from '../migration/config/change-config.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { locate } from '../workspace/source-files.ts';

/**
 * Changes the config of a migration.
 * @returns what to print: the config, where that is asked for or nothing is changed, else its path
 */
export async function configure(
  path: string,
  change: ConfigChange,
  { clear, show }: { readonly clear: boolean; readonly show: boolean },
): Promise<string> {
  const { root } = locate(path);
  const isChanged = clear || Object.values(change).some((part) => part !== undefined);
  // A config that cannot be read can still be cleared.
  const before = clear ? undefined : readConfig(root);
  const config = await changeConfig(root, before, change, async () => ({
    sandbox: await findSandbox(),
  }));
  const written = isChanged ? writeConfig(root, config) : undefined;
  if (show || written === undefined) return `${JSON.stringify(config, null, 2)}\n`;
  return `written: ${relative(process.cwd(), written)}\n`;
}
