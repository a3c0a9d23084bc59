/**
 * Characters that a reader does not see, or that reorder what he sees: controls, marks of
 * direction, zero-width characters, tags, line separators and halves of surrogate pairs.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** The text without line breaks and tabs; what surrounded a break becomes one blank. */
export function onOneLine(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}

/**
 * The text with every invisible character but the tab spelled out, as in `⟨U+202E⟩`. Names and
 * lines of a repository go through it before a person reads them, so that code which looks
 * like something else (CVE-2021-42574) is seen for what it is.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    if (character === '\t') return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
