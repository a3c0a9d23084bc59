import { projectStatus } from '../../src/entry/migrate/migration-status.ts';
import { statusHtml } from '../../src/migration/status/page/status-html.ts';
import { statusJson } from '../../src/migration/status/status-json.ts';
import { loadVersion } from '../../src/workspace/version.ts';
import type { MigrationTexts } from './migration-files.ts';

/**
 * How far the default branch is, as `rustward migrate status` tells it.
 * @param project its folder, in which a scan has left its artifacts
 */
export async function statusTexts(
  project: string,
): Promise<Pick<MigrationTexts, '.html' | '.json'>> {
  const { state, drawGraph } = await projectStatus(project);
  return {
    '.html': statusHtml(state, loadVersion(), await drawGraph()),
    '.json': statusJson(state),
  };
}
