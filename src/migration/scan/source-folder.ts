import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import type { MigrationConfig } from '../artifacts/config.ts';

/**
 * The folder of the C sources.
 * @param root the real path of the project's folder
 * @throws UsageError when the config names none in it
 */
export function sourceFolder(root: string, { root: below }: MigrationConfig): string {
  return below === undefined ? root : resolveInsideTree(root, below);
}
