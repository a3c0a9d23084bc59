import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { Driver } from './driver.ts';
import type { CitedDefect } from './judge.ts';

/** Options that say how code is read and that no build is without. */
const FLAG =
  /^(?:-[DU][A-Za-z_]\w*(?:=.*)?|-std=[\w+]+|-I[\w.+/ -]+|-f(?:no-)?(?:strict-aliasing|wrapv|common|signed-char|unsigned-char|short-enums|short-wchar|exceptions|rtti)|-l(?:m|dl|z|bz2|lzma|pthread|rt|crypto|ssl|stdc\+\+)|-pthread|-m(?:sse[\d.]*|ssse3|avx2?|arch=native))$/;

/** Words by which a driver would say itself what only the sanitizer may say. */
const RUNTIME =
  /__(?:asan|ubsan|lsan|msan|tsan|sanitizer)|no_sanitize|AddressSanitizer|disable_sanitizer/;
const PROCESS =
  /\b(?:environ|getenv|secure_getenv|dl_iterate_phdr|dlsym|popen|system|exec[lv]p?e?|ptrace|asm|__asm__?)\b|\/proc\b/;
/** With what is joined over lines, and with the other spelling of the sign. */
const LINE = /^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:line\b|\d)/m;
const INCBIN = /\bincbin\b|#[ \t]*embed\b/;

/** Words of the language and of its library that mean what they mean. */
const RESERVED = new Set(
  (
    'if else for while do switch case default return break continue goto sizeof struct union enum int char ' +
    'short long unsigned signed float double void main assert abort exit malloc calloc realloc free memcpy ' +
    'memmove memset memcmp memchr strlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr ' +
    'strdup strndup sprintf snprintf vsprintf vsnprintf sscanf fread fwrite read write NULL'
  ).split(' '),
);

const MACRO = /^[ \t]*#[ \t]*(?:define|undef)[ \t]+([A-Za-z_]\w*)([^\n]*)/gm;
/** Settings of a build by their names: what they turn on is code of the repository all the same. */
const CONFIGURATION = /^(?:HAVE|ENABLE|USE|WITH|FEAT|CONFIG)_/;
const PRAGMA_MACRO = /\b(?:push_macro|pop_macro|poison)\b/;

/** What the checks of a driver know of the repository. */
export interface DriverFacts {
  readonly defects: readonly CitedDefect[];
  isFile(path: string): boolean;
  /** Whether the repository has a macro of this name, or a function that it defines. */
  isDefined(name: string): boolean;
  /** Whether a word stands in the code of the functions that are cited. */
  isUsed(name: string): boolean;
  /**
   * Whether a template of the tree leaves a macro to the configure step, and what it was made to be where a header
   * is made of it; undefined where no template names it.
   */
  setting(name: string): { readonly value: string | undefined } | undefined;
}

/**
 * Why a driver is not run: it would show something else than what the repository's code does. An error in the
 * driver itself counts for nothing anyway; here is what would make its report look like another one.
 * @returns one sentence each; none for a driver that may be run
 */
export function refusedDriver(driver: Driver, facts: DriverFacts): string[] {
  const { unit, other_units: others, flags, files } = driver;
  const problems = [unit, ...others]
    .filter((path) => !facts.isFile(path))
    .map((path) => `the repository has no file ${path}`);
  const compiled = new Set([unit, ...others]);
  if (!facts.defects.some(({ place }) => compiled.has(place.file) || isHeader(place.file))) {
    const wanted = facts.defects.map(({ place }) => place.file).join(' or ');
    problems.push(`neither unit nor other_units has ${wanted}`);
  }
  for (const flag of flags) {
    if (!FLAG.test(flag) || flag.includes('..')) problems.push(`the flag ${flag} is not allowed`);
  }
  const texts = [driver.driver, ...files.map(({ text }) => text), ...flags];
  for (const text of texts) problems.push(...textProblems(joined(text)));
  problems.push(...macroProblems(driver, facts), ...definitionProblems(driver, facts));
  return [...new Set(problems)];
}

function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|inc|inl)$/i.test(path);
}

/** Without what joins lines, as the preprocessor reads it. */
function joined(text: string): string {
  return text.replaceAll(/\\[ \t]*\r?\n/g, '');
}

function textProblems(text: string): string[] {
  const found = (pattern: RegExp) => pattern.exec(text)?.[0];
  const named = [RUNTIME, PROCESS, INCBIN, PRAGMA_MACRO].flatMap((one) => found(one) ?? []);
  return [
    ...named.map((word) => `the driver may not use ${word}`),
    ...(LINE.test(text)
      ? ['the driver may not say itself which file and line its code is of']
      : []),
  ];
}

interface MacroDefinition {
  readonly name: string;
  readonly value: string;
}

/**
 * A macro must not give another meaning to what the cited functions are written with, nor to what their types
 * are: a size that is smaller than the repository's makes any write one too many.
 */
function macroProblems({ driver, files, flags }: Driver, facts: DriverFacts): string[] {
  const texts = [driver, ...files.map(({ text }) => text)].map(joined);
  const macros = [
    ...texts.flatMap((text) => [...text.matchAll(MACRO)].map(definitionOf)),
    ...flags.flatMap((flag): MacroDefinition[] => {
      const [, name, value = '1'] = /^-[DU](\w+)(?:=(.*))?$/s.exec(flag) ?? [];
      return name === undefined ? [] : [{ name, value }];
    }),
  ];
  return macros
    .filter((macro) => !mayDefine(macro, facts))
    .map(({ name }) => `the driver may not define the macro ${name}, which is the repository's`);
}

function definitionOf([, name = '', rest = '']: RegExpExecArray): MacroDefinition {
  return { name, value: rest.replace(/\/\*.*?\*\/|\/\/.*/g, '').trim() };
}

/** What a configure step decides that is no number of the program: on, off, or a word of the language. */
const SETTING_VALUE = /^(?:|0|1|[a-z_ *]+)$/;

function mayDefine({ name, value }: MacroDefinition, facts: DriverFacts): boolean {
  if (RESERVED.has(name)) return false;
  if (!facts.isDefined(name)) return true;
  if (facts.isUsed(name)) return false;
  if (CONFIGURATION.test(name)) return true;
  const setting = facts.setting(name);
  if (setting === undefined) return false;
  return setting.value === undefined ? SETTING_VALUE.test(value) : setting.value === value;
}

/** The cited function and those on the way to it are the repository's. */
function definitionProblems({ driver, files }: Driver, { defects }: DriverFacts): string[] {
  const names = new Set(
    defects.flatMap(({ place, path }) =>
      [place, ...path].map((one) => unqualifiedName(one.function)),
    ),
  );
  const texts = [driver, ...files.map(({ text }) => text)].map(joined);
  return [...names]
    .filter((name) => /^\w+$/.test(name) && name !== 'main')
    .filter((name) => texts.some((text) => definesFunction(text, name)))
    .map((name) => `the driver may not define ${name} itself`);
}

/** Whether a brace follows the parentheses behind a name: in a condition, another parenthesis does. */
function definesFunction(text: string, name: string): boolean {
  return [...text.matchAll(new RegExp(`\\b${name}\\s*(?=\\()`, 'g'))].some(({ 0: head, index }) => {
    let depth = 0;
    for (let at = index + head.length; at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
      if (depth === 0) return /^\s*\{/.test(text.slice(at + 1, at + 200));
    }
    return false;
  });
}
