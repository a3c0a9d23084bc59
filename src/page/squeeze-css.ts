const STRING = /("(?:[^"\\]|\\.)*")/;

/**
 * Formatted CSS without what a browser does not need: comments, spaces, the last semicolon of a block,
 * zeros before a point, quotes around plain words. Pages carry it, so it is short; what is a paragraph
 * in the file is a line in the page, so that it can still be read there.
 */
export function squeezeCss(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .trim()
    .split(/\n\s*\n/)
    .map(squeezeParagraph)
    .join('\n');
}

function squeezeParagraph(css: string): string {
  return css
    .replace(/\[([\w-]+)="([\w-]+)"\]/g, '[$1=$2]')
    .split(STRING)
    .map((part, index) => (index % 2 === 1 ? part : squeezeCode(part)))
    .join('')
    .trim();
}

function squeezeCode(code: string): string {
  return (
    code
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>~/]) ?/g, '$1')
      .replace(/ ([!)])/g, '$1')
      .replace(/([(:]) /g, '$1')
      // Between selectors; in an expression its spaces have a meaning.
      .replace(/ \+ (?=[^(;]*\{)/g, '+')
      .replace(/;\}/g, '}')
      .replace(/(?<![\w.])0(?=\.\d)/g, '')
  );
}
