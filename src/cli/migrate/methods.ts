import {
  type MigrationMethod,
  migrationMethods,
} from '../../migration/pipeline/migration-methods.ts';
import { visibleText } from '../../page/visible-text.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { jsonText } from '../output/json-text.ts';
import { oneLine } from '../output/terminal-text.ts';

/**
 * The methods of a migration, as text or as JSON.
 * @throws UsageError when an artifact is damaged
 */
export function methodsText(path: string, asJson: boolean): string {
  const methods = migrationMethods(scanRootOf(path).root);
  if (asJson) return jsonText(methods);
  if (methods.length === 0)
    return 'No function was migrated yet whose Rust was compared with the C.\n';
  return methods.map(blockOf).join('\n');
}

/** What it says comes from a repository and from models: it is printed as text alone. */
function blockOf(method: MigrationMethod): string {
  const { function: name, file, signature, kinds, cases, commit, refused, answered } = method;
  const refusals = Object.entries(refused).filter(([, count]) => count > 0);
  const counts = refusals.map(([kind, count]) => `${kind} ${count}`).join(', ');
  const lines = [
    signature,
    `kind of work: ${kinds.join(', ') || 'none that is known'}`,
    `the same as the C on ${cases} inputs${commit === '' ? '' : `, commit ${commit.slice(0, 12)}`}`,
    ...(counts === '' ? [] : [`refused on the way by: ${counts}`]),
  ];
  const answers = answered.map(({ refusal, about, change }) => {
    const changed = change.split('\n').map((line) => `    ${visibleText(line)}\n`);
    return `  ${oneLine(`${refusal} ${about}`.trim())}, answered by:\n${changed.join('')}`;
  });
  const head = `${oneLine(`${name} (${file})`)}\n`;
  return [head, ...lines.map((line) => `  ${oneLine(line)}\n`), ...answers].join('');
}
