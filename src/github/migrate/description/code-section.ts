import { plural } from '../../../migration/status/wording.ts';
import { codeBlock, codeSpan } from '../../../page/markdown-text.ts';
import type { MigratedFunction } from '../../isolated-worker/migration-facts.ts';
import { clipLines } from '../../text/clip-lines.ts';
import { sourceLink } from '../../text/source-link.ts';
import { addressOfC, linesOfC, type PullSubject } from './pull-subject.ts';

/** What fits beside each other on GitHub's page without a bar to scroll. */
const SIDE_BY_SIDE = { columns: 58, lines: 60 } as const;

/** Between open and folded away. */
const MAX_UNFOLDED_LINES = 80;

/**
 * The C and the Rust, side by side where that can be read, else one below the other.
 * @param bytes for each of the two; what is longer is cut, and linked
 */
export function codeSection(subject: PullSubject, bytes: number): string {
  const pairs = subject.facts.functions.flatMap((one) =>
    one.skipped === undefined && one.rust_text !== '' ? [pair(subject, one, bytes)] : [],
  );
  return pairs.length === 0 ? '' : ['### The C and the Rust', ...pairs].join('\n\n');
}

function pair(subject: PullSubject, one: MigratedFunction, bytes: number): string {
  const c = clipped(one.c_text, bytes, '/* cut here: see the link */');
  const rust = clipped(one.rust_text, bytes, '// cut here: see the file of the change');
  const [cBlock, rustBlock] = [codeBlock(c, 'c'), codeBlock(rust, 'rust')];
  const cTitle = `C: ${sourceLink(addressOfC(subject), linesOfC(one))}`;
  const rustTitle = `Rust: ${linkOfRust(subject, one)}`;
  if (fitsSideBySide(c) && fitsSideBySide(rust)) {
    // Blank lines end what is HTML, so that the blocks are Markdown.
    return [
      '<table>',
      `<tr>\n<th align="left">\n\n${cTitle}\n\n</th>\n<th align="left">\n\n${rustTitle}\n\n</th>\n</tr>`,
      `<tr>\n<td valign="top">\n\n${cBlock}\n\n</td>\n<td valign="top">\n\n${rustBlock}\n\n</td>\n</tr>`,
      '</table>',
    ].join('\n');
  }
  return [folded(cTitle, 'C', c, cBlock), folded(rustTitle, 'Rust', rust, rustBlock)].join('\n\n');
}

function folded(title: string, what: string, lines: readonly string[], block: string): string {
  const open = lines.length <= MAX_UNFOLDED_LINES ? ' open' : '';
  return `${title}\n\n<details${open}><summary>${plural(lines.length, 'line')} of ${what}</summary>\n\n${block}\n\n</details>`;
}

function linkOfRust({ crate, head, repositoryUrl }: PullSubject, { module }: MigratedFunction) {
  const file = crate === '.' ? module : `${crate}/${module}`;
  if (head === undefined) return codeSpan(file);
  return sourceLink({ repositoryUrl, head }, { file, line: 1 }, codeSpan(file));
}

function fitsSideBySide(lines: readonly string[]): boolean {
  return (
    lines.length <= SIDE_BY_SIDE.lines && lines.every((line) => line.length <= SIDE_BY_SIDE.columns)
  );
}

function clipped(text: string, bytes: number, note: string): string[] {
  const lines = text.replaceAll('\r', '').replaceAll('\t', '    ').trimEnd();
  return clipLines(lines, bytes, note).split('\n');
}
