import { onOneLine, visibleText } from '../../page/visible-text.ts';

/**
 * A person's words on one line, for a commit message: with nothing in it that GitHub would take for
 * a mention, a reference that closes an issue, or a link.
 */
export function inertText(text: string): string {
  return visibleText(onOneLine(text))
    .replaceAll(/[@#]/g, '$& ')
    .replaceAll(/\bGH-/gi, 'GH ')
    .replaceAll('://', ': //');
}
