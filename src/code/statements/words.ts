import type { Statement } from './statements.ts';

const wordsOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Words of C that no variable can be called in any of the languages, but for those that decide what runs. */
const RESERVED = wordsOf(
  'auto char const double enum extern float inline int long register restrict short signed sizeof static struct typedef union',
  'unsigned void volatile',
);

/** Names of types that much code uses: two declarations with one of them have nothing in common. */
const USUAL_TYPES = wordsOf(
  'size_t ssize_t ptrdiff_t intptr_t uintptr_t off_t time_t pid_t wchar_t',
  'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t',
);

/** What else a declaration of a plain value may begin with, or have as its type. */
const IN_DECLARATIONS = wordsOf(
  'let mut constexpr bool _Bool usize isize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64',
);

const CONSTANTS = wordsOf('NULL nullptr true false');

const C_CONTROL = wordsOf('if else for while do switch case default return goto break continue');

/** Words that decide whether, or how often, code runs. */
const CONTROL = wordsOf(
  'try catch throw match loop await yield co_return co_yield co_await asm __asm __asm__ setjmp longjmp',
);

const LOOPS = wordsOf('for while do loop');

/** The names in a statement that may be of variables, fields or constants; not those that it calls. */
export function namesIn({ tokens }: Statement): string[] {
  return tokens.flatMap(({ kind, text }, at) =>
    kind !== 'word' || isOfNothing(text) || tokens[at + 1]?.text === '(' ? [] : [text],
  );
}

/** All names in a statement, also of what it calls; of a directive those in its text. */
export function allNamesIn({ kind, tokens }: Statement): string[] {
  const words =
    kind === 'directive'
      ? tokens.flatMap(({ text }) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
      : tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  return words.filter((word) => !isOfNothing(word));
}

function isOfNothing(word: string): boolean {
  return RESERVED.has(word) || USUAL_TYPES.has(word) || CONSTANTS.has(word) || C_CONTROL.has(word);
}

/** Whether a word of a declaration says that it is one of a plain value. */
export function isOfPlainType(word: string): boolean {
  return RESERVED.has(word) || USUAL_TYPES.has(word) || IN_DECLARATIONS.has(word);
}

export function isControl(word: string): boolean {
  return C_CONTROL.has(word) || CONTROL.has(word);
}

export function isLoop({ tokens }: Statement): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && LOOPS.has(text));
}

export function isDo({ tokens }: Statement): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && text === 'do');
}

/** Whether control may go from a statement to one before it that no loop holds. */
export function jumps({ tokens }: Statement): boolean {
  return tokens.some(
    ({ kind, text }) => kind === 'word' && (text === 'goto' || text === 'longjmp'),
  );
}
