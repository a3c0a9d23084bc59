import { visibleText } from './visible-text.ts';

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

/** A path that may be broken across lines after each folder. */
export function breakablePath(path: string): string {
  return path.split('/').map(escapeHtml).join('/<wbr>');
}
