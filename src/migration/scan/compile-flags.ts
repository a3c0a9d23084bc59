/** What is left of a compile command. */
export interface FilteredFlags {
  /** To be given to clang, in this order. */
  readonly kept: readonly string[];
  /** What is left out although it may matter: each with its argument. */
  readonly refused: readonly string[];
}

/** The place of a path of the command, or undefined when it may not be looked into. */
export type ResolvePath = (path: string) => string | undefined;

const HARMLESS = [
  // What the language is.
  /^-std=[a-z]+[+\w:.]*$/,
  /^-ansi$/,
  /^-f(no-)?(signed-char|unsigned-char|short-enums|short-wchar|wrapv|trapv)$/,
  /^-f(no-)?(strict-aliasing|builtin|common|exceptions|rtti|math-errno|fast-math)$/,
  /^-f(no-)?(omit-frame-pointer|stack-protector|stack-protector-(all|strong)|gnu89-inline)$/,
  /^-f(no-)?(ms-extensions|char8_t|asm|delete-null-pointer-checks|strict-overflow)$/,
  /^-f(freestanding|hosted|PIC|pic|PIE|pie|no-builtin-\w+|no-PIC|no-pic|no-PIE|no-pie)$/,
  /^-fpack-struct(=\d+)?$/,
  /^-fvisibility=(default|hidden|internal|protected)$/,
  /^-pthread$/,
  /^-nostdinc(\+\+)?$/,
  // What the machine can do.
  /^-m(32|64|x32|arch=[\w.+-]+|tune=[\w.+-]+|cpu=[\w.+-]+|fpu=[\w.+-]+|float-abi=\w+)$/,
  /^-m(no-)?(mmx|sse[\d.a]*|ssse3|avx\w*|aes|pclmul|popcnt|bmi2?|lzcnt|fma4?|f16c|sha|rdrnd|adx)$/,
  /^-m(no-)?(red-zone|unaligned-access|strict-align|movbe|xsave\w*|vaes|vpclmulqdq|gfni|crc32)$/,
];

/** What changes nothing about what the code means: warnings, optimization, output. */
const WITHOUT_MEANING = [
  /^-c$|^-S$|^-E$|^-v$|^-w$|^-pipe$|^-pedantic(-errors)?$|^-s$|^-rdynamic$|^-shared$|^-static$/,
  /^-O([0-3]|s|z|g|fast)?$/,
  /^-g[\w=-]*$/,
  /^-W(?![pla],)[\w#=+-]*$/,
  /^-M(M|D|MD|P|G|V)?$/,
  /^-f(no-)?(color-diagnostics|diagnostics-\S*|lto(=\w+)?|function-sections|data-sections)$/,
  /^-f(no-)?(plt|unwind-tables|asynchronous-unwind-tables|semantic-interposition|ident|inline)$/,
  /^-[lL]./,
];

/** Files that a compiler writes, and libraries: named with the flag or in the next word. */
const WITHOUT_MEANING_BEFORE_A_WORD = new Set(['-o', '-MF', '-MT', '-MQ', '-l', '-L']);

/** Flags that take the next word; unknown ones are refused alone, and their words after them. */
const REFUSED_WITH_A_WORD = new Set([
  ...['-Xclang', '-Xpreprocessor', '-Xlinker', '-Xassembler', '-Xanalyzer', '-mllvm', '-load'],
  ...['-wrapper', '-specs', '-B', '-T', '-target', '--target', '-arch', '-isysroot', '--sysroot'],
  ...['--config', '-ivfsoverlay', '-include-pch', '-iprefix', '-iwithprefix', '--param', '-plugin'],
  ...['-F', '-iframework', '-imultilib', '-Xarch_host', '-Xopenmp-target', '-gcc-toolchain'],
]);

const FOLDERS = ['-I', '-isystem', '-iquote', '-idirafter'];
const FILES = ['-include', '-imacros'];

/**
 * Chooses what of a compile command may be given to clang, by a list of what is known to be harmless:
 * a compiler's own options can load code, run programs, and read and write files. The compiler's name
 * and the files it compiles are left out.
 * @param words the command, the compiler first
 * @param place turns folders and files of the command into ones that may be read
 */
export function filterFlags(words: readonly string[], place: ResolvePath): FilteredFlags {
  const kept: string[] = [];
  const refused: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      // A list of further words in a file, which could hold anything.
      if (word.startsWith('@')) refused.push(word);
      continue;
    }
    if (WITHOUT_MEANING_BEFORE_A_WORD.has(word)) {
      at++;
      continue;
    }
    if (REFUSED_WITH_A_WORD.has(word)) {
      refused.push([word, words[++at]].filter((part) => part !== undefined).join(' '));
      continue;
    }
    const named = [...FOLDERS, ...FILES, '-D', '-U', '-x'].find((flag) =>
      flag.length === 2 ? word.startsWith(flag) : word === flag,
    );
    if (named === undefined) {
      const path = FOLDERS.find((flag) => flag.length > 2 && word.startsWith(flag));
      if (path !== undefined) take(path, word.slice(path.length));
      else if (HARMLESS.some((pattern) => pattern.test(word))) kept.push(word);
      else if (!WITHOUT_MEANING.some((pattern) => pattern.test(word))) refused.push(word);
      continue;
    }
    const isJoined = word.length > named.length;
    const value = isJoined ? word.slice(named.length) : words[++at];
    if (value === undefined) refused.push(word);
    else take(named, value);
  }
  return { kept, refused };

  function take(flag: string, value: string): void {
    if (flag === '-x') {
      // The caller of clang gives the language.
      if (value !== 'c' && value !== 'c++' && value !== 'none') refused.push(`-x ${value}`);
      return;
    }
    if (flag === '-D' || flag === '-U') {
      if (/^[A-Za-z_$]/.test(value)) kept.push(`${flag}${value}`);
      else refused.push(`${flag} ${value}`);
      return;
    }
    const placed = place(value);
    if (placed === undefined) refused.push(`${flag} ${value}`);
    else if (flag === '-I') kept.push(`-I${placed}`);
    else kept.push(flag, placed);
  }
}
