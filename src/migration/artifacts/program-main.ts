import { isExamplePath, isTestPath } from '../../workspace/files/test-paths.ts';
import type { CFunctionSymbol } from './symbol.ts';

/**
 * Whether a function is migrated: each is, but for the `main` of a test, a benchmark, a fuzzer or an example, as
 * its path tells. The crate has tests of its own, and the programs of its users are none of its own.
 */
export function isToMigrate({ name, file }: Pick<CFunctionSymbol, 'name' | 'file'>): boolean {
  return name !== 'main' || !(isTestPath(file) || isExamplePath(file));
}
