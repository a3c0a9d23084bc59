import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import type { MigrationState } from '../migration-state.ts';

/**
 * Functions of the crate that stand for none of the C: those without a body, and those that were written
 * from a given interface. Empty where there are none.
 */
export function interfaceSection({ unwritten, besideC }: MigrationState): string {
  const lists = [
    list('✗', 'failed', 'no body yet', unwritten),
    list('·', 'idle', 'written from the interface; nothing in the C to compare with', besideC),
  ].join('');
  if (lists === '') return '';
  return `<section class="group" aria-label="Beside the C"><h2>Functions beside the C</h2><ul class="gates">${lists}</ul></section>`;
}

function list(sign: string, kind: string, what: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const [file = '', path = ''] = name.split(': ');
      return `<li class="${kind}"><span class="sign" aria-hidden="true">${sign}</span><span><code>${escapeHtml(path)}</code></span><span class="what">${breakablePath(file)}: ${what}</span></li>`;
    })
    .join('');
}
