import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import type { SourceAddress } from '../../report/source-address.ts';

/** A file and a line, as a link where their page is known. */
export function placeLink(
  { file, line }: { readonly file: string; readonly line: number },
  addressOf: SourceAddress,
): string {
  const place = `<code>${breakablePath(file)}:${line}</code>`;
  const address = addressOf({ file, line });
  if (address === undefined) return place;
  return `<a href="${escapeHtml(address)}" rel="noreferrer">${place}</a>`;
}
