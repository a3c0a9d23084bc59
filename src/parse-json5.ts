import JSON5 from 'json5';

const STRINGS_AND_COMMENTS =
  /"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//g;

/**
 * The value of a text of JSON5. The library prints a warning of its own for a line separator in a string, which
 * is harmless: it is given an escape there.
 * @throws SyntaxError where the text is none
 */
export function parseJson5(text: string): unknown {
  return JSON5.parse(/[\u2028\u2029]/.test(text) ? withEscapes(text) : text);
}

function withEscapes(text: string): string {
  return text.replaceAll(STRINGS_AND_COMMENTS, (part) =>
    part.startsWith('/')
      ? part
      : part.replaceAll(/\\[\s\S]|[\u2028\u2029]/g, (one) => {
          if (one.startsWith('\\')) return one;
          return one === '\u2028' ? '\\u2028' : '\\u2029';
        }),
  );
}
