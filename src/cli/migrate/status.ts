import { projectStatus } from '../../entry/migrate/migration-status.ts';
import { statusHtml } from '../../migration/status/page/status-html.ts';
import { statusJson } from '../../migration/status/status-json.ts';
import { statusText } from '../../migration/status/status-text.ts';
import { undefinedBehaviourSarif } from '../../migration/status/undefined-behaviour-sarif.ts';
import { checkWritable, writeNamedFile } from '../../workspace/files/atomic-file.ts';
import { loadVersion } from '../../workspace/version.ts';

export interface MigrateStatusOptions {
  /** Prints JSON. */
  readonly json: boolean;
  /** A file for a page, too. */
  readonly html?: string | undefined;
  /** A file for the undefined behaviour of the C that was met. */
  readonly sarif?: string | undefined;
}

/**
 * Prints how far a migration is, and writes the page where one is asked for.
 * @returns the exit status: 1 when a gate is not met
 */
export async function runStatus(path: string, options: MigrateStatusOptions): Promise<number> {
  const { json, html, sarif } = options;
  if (html !== undefined) checkWritable(html);
  if (sarif !== undefined) checkWritable(sarif);
  const { state, drawGraph } = await projectStatus(path);
  if (html !== undefined) {
    writeNamedFile(html, statusHtml(state, loadVersion(), await drawGraph()));
  }
  if (sarif !== undefined) writeNamedFile(sarif, undefinedBehaviourSarif(state, loadVersion()));
  process.stdout.write(json ? statusJson(state) : statusText(state));
  const failed = state.gates.some(({ outcome }) => outcome === 'failed');
  return failed || state.phases.some(({ isMet }) => isMet === false) ? 1 : 0;
}
