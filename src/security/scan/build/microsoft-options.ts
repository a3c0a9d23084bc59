/** The options of Microsoft's compiler that say of macros and headers what GCC's do; each begins with `/` or `-`. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^[-/](?:external:I|imsvc)/, '-isystem'],
  [/^[-/]FI/, '-include'],
  [/^\/(?=[DUI])/, '-'],
];

/** A word of a command of `cl.exe` or `clang-cl` as GCC writes it; as it is where it says nothing of macros or headers. */
export function gccForm(word: string): string {
  const plain = word.replace(/^[-/]clang:/, '');
  // `#` stands for the `=` that a command line of Windows may not hold.
  const [, definition] = /^[-/]D(\w+#.*)$/s.exec(plain) ?? [];
  if (definition !== undefined) return `-D${definition.replace('#', '=')}`;
  const found = FORMS.find(([pattern]) => pattern.test(plain));
  return found === undefined ? plain : plain.replace(found[0], found[1]);
}
