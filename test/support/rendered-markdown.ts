import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Markdown as GitHub renders it, before it looks for mentions and references; HTML stays as it is. */
export function rendered(markdown: string): string {
  return micromark(markdown, {
    ...{ extensions: [gfm()], htmlExtensions: [gfmHtml()] },
    // Shown, not refused: a test wants to see what slips through.
    ...{ allowDangerousHtml: true, allowDangerousProtocol: true },
  });
}

/** The tags of a page, without their attributes, each once. */
export function tagsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/<(\w+)/g)].map(([, name = '']) => name))].sort();
}

/** Where the links of a page lead, and what its images are. */
export function targetsOf(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
}

/** The text in which GitHub looks for mentions and references: all but code and links. */
export function scannedText(html: string): string {
  return html
    .replaceAll(/<(code|pre|a)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
