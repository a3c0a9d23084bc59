const DIRECTIVE = /^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b(?:[^\n\\]|\\[\s\S])*/gm;

/** What is no name of a macro: comments, literals, and questions to the compiler with what they ask for. */
const OTHERS =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\b__has_\w+\s*\([^()]*\)/g;

/** Words of the language, and what every compiler has without a definition. */
const KNOWN =
  /^(?:(?:el)?if(?:n?def)?|defined|true|false|and|or|not|__has_\w+|__(?:FILE|LINE|COUNTER|INCLUDE_LEVEL)__)$/;

/** The names on which the `#if` lines of a text depend: no compiler tells of macros that only these use. */
export function conditionNames(text: string): string[] {
  const directives = text.match(DIRECTIVE) ?? [];
  const words = directives.flatMap(
    (line) => line.replaceAll(OTHERS, ' ').match(/\b[A-Za-z_]\w*\b/g) ?? [],
  );
  return [...new Set(words.filter((word) => !KNOWN.test(word)))];
}
