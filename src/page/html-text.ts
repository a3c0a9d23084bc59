import { onOneLine, visibleText } from './visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text as HTML, for the content of an element and for an attribute in double quotes. Invisible
 * characters, line feeds among them, are spelled out.
 */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A sentence as HTML, with what stands between back-ticks as code; everything else stays text. */
export function sentence(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A text of several lines, such as a model's, as one sentence. */
export function prose(text: string): string {
  return sentence(onOneLine(text));
}

/** A path that may be broken across lines after each folder. */
export function breakablePath(path: string): string {
  return path.split('/').map(escapeHtml).join('/<wbr>');
}
