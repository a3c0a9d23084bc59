import { relative } from 'node:path';
import { loadConfig, writeConfig } from '../../migration/artifacts/config.ts';
import { type ConfigChange, changeConfig } from '../../migration/config/change-config.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { findSandbox } from '../../workspace/sandbox/find-sandbox.ts';
import { jsonText } from '../output/json-text.ts';

/**
 * Changes the config of a migration.
 * @returns what to print: the config, where that is asked for or nothing is changed, else its path
 */
export async function runConfig(
  path: string,
  change: ConfigChange,
  { clear, show }: { readonly clear: boolean; readonly show: boolean },
): Promise<string> {
  const { root } = scanRootOf(path);
  const isChanged = clear || Object.values(change).some((part) => part !== undefined);
  // A config that cannot be read can still be cleared.
  const before = clear ? undefined : loadConfig(root);
  const config = await changeConfig(root, before, change, async () => ({
    sandbox: await findSandbox(),
  }));
  const written = isChanged ? writeConfig(root, config) : undefined;
  if (show || written === undefined) return jsonText(config);
  return `written: ${relative(process.cwd(), written)}\n`;
}
