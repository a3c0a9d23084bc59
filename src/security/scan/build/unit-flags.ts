import type { Macro } from '../../../code/c/ir/macro.ts';
import {
  compilerOf,
  isNative,
  isOfMicrosoft,
  takesMicrosoftOptions,
  targetOfCompiler,
} from './compiler-target.ts';
import { gccForm } from './microsoft-options.ts';
import type { NameGroup } from './platform.ts';

/** What of a compile command the scan reads; paths are those of the command. */
export interface UnitFlags {
  readonly defined: readonly Macro[];
  readonly undefined: readonly string[];
  /** Folders with headers, in the order in which they are looked into. */
  readonly folders: readonly string[];
  /** Headers that are read before the file. */
  readonly forced: readonly string[];
  /** The name of the target, as far as the command tells. */
  readonly target: string | undefined;
  /** `-m32`, `-m64` or `-mx32`, whatever the target is. */
  readonly width: 32 | 64 | 'x32' | undefined;
  /** Names of compilers of which the command does not say whether they are defined. */
  readonly open: readonly NameGroup[];
  /** Whether the compiler is Microsoft's own, which names no machine as others do. */
  readonly isMicrosoft: boolean;
  /** Whether the language is that of the standard alone, as with `-std=c11`. */
  readonly isStandard: boolean;
}

const WITH_A_VALUE = [
  '-D',
  '-U',
  '-I',
  '-isystem',
  '-iquote',
  '-idirafter',
  '-include',
  '-imacros',
];
const TARGETS = ['-target', '--target', '-arch'];

const WIDTHS = new Map<string, UnitFlags['width']>([
  ['-m32', 32],
  ['-m64', 64],
  ['-mx32', 'x32'],
]);

/** Options that say whether `char` is unsigned. */
const UNSIGNED_CHAR = /^-f(?:unsigned|no-signed)-char$/;
const SIGNED_CHAR = /^-f(?:signed|no-unsigned)-char$/;
const EVERY_GROUP: readonly NameGroup[] = ['machine', 'system', 'size'];

/**
 * Reads what a compile command says of macros, headers and the target. All else it may say is left alone, so
 * that nothing of it is ever run, loaded or written.
 * @param command its words, the compiler first
 * @param isOfWindows whether it was written on Windows
 */
export function unitFlags(command: readonly string[], isOfWindows = false): UnitFlags {
  const compiler = compilerOf(command);
  const words = preprocessorLast(takesMicrosoftOptions(compiler) ? command.map(gccForm) : command);
  const macros = new Map<string, Macro | undefined>();
  const folders: string[] = [];
  const forced: string[] = [];
  const machines = new Set<string>();
  let target = targetOfCompiler(compiler);
  let width: UnitFlags['width'];
  let isStandard = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    width = WIDTHS.get(word) ?? width;
    if (/^-(?:ansi$|std=)/.test(word)) isStandard = /^-(?:ansi|std=(?:c|iso))/.test(word);
    if (UNSIGNED_CHAR.test(word)) take('-D', '__CHAR_UNSIGNED__');
    if (SIGNED_CHAR.test(word)) take('-U', '__CHAR_UNSIGNED__');
    if (word.startsWith('--target=')) target = word.slice('--target='.length);
    else if (TARGETS.includes(word)) {
      at += 1;
      const named = words[at] ?? '';
      if (word === '-arch') machines.add(named);
      target = word === '-arch' ? `${named}-apple-darwin` : named;
    } else if (/^-(?:isysroot|mmacosx-version-min)/.test(word)) target ??= 'x86_64-apple-darwin';
    const flag = WITH_A_VALUE.findLast((name) => word.startsWith(name));
    if (flag === undefined) continue;
    const isJoined = word.length > flag.length;
    if (!isJoined) at += 1;
    take(flag, (isJoined ? word.slice(flag.length) : words[at]) ?? '');
  }
  const defined = [...macros.values()].filter((macro) => macro !== undefined);
  const undefinedNames = [...macros].flatMap(([name, macro]) =>
    macro === undefined ? [name] : [],
  );
  return {
    ...{ defined, undefined: undefinedNames, folders, forced, width },
    target: target ?? (isOfWindows ? 'x86_64-w64-mingw32' : undefined),
    open: openGroups(),
    isMicrosoft: isOfMicrosoft(compiler),
    isStandard,
  };

  function openGroups(): readonly NameGroup[] {
    if (words.includes('-undef')) return EVERY_GROUP;
    if (target === undefined && !isNative(compiler)) return EVERY_GROUP;
    // On Windows, `gcc` may be that of MinGW or of Cygwin, and `clang` takes after Microsoft's or MinGW's.
    if (target === undefined && isOfWindows) return ['system', 'size'];
    return machines.size > 1 ? ['machine', 'size'] : [];
  }

  function take(flag: string, value: string): void {
    if (value === '') return;
    if (flag === '-D') {
      const macro = macroOfFlag(value);
      if (macro !== undefined) macros.set(macro.name, macro);
    } else if (flag === '-U') macros.set(value, undefined);
    else if (flag === '-include' || flag === '-imacros') forced.push(value);
    else folders.push(value);
  }
}

/** `NAME`, `NAME=VALUE` or `NAME(a,b)=VALUE` as the macro that `-D` defines; undefined for anything else. */
export function macroOfFlag(text: string): Macro | undefined {
  const [whole, name = '', list, rest] =
    /^([A-Za-z_$][\w$]*)(\([\w$,.\s]*\))?(?:=([\s\S]*))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const parameters = list
    ?.slice(1, -1)
    .split(',')
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== '');
  const body = (rest ?? '1').replace(/\s+/g, ' ').trim();
  return { name, parameters, body, guard: '' };
}

/** Longer ways to write options. */
const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '--define-macro': '-D', '--undefine-macro': '-U', '--include-directory': '-I' },
    ...{ '--include': '-include', '--imacros': '-imacros' },
  }),
);

/** The words of a command in their short forms, and behind all others those that it hands to the preprocessor. */
function preprocessorLast(words: readonly string[]): string[] {
  const own: string[] = [];
  const handed: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-Wp,')) handed.push(...word.split(',').slice(1));
    else if (word === '-Xpreprocessor' || word === '-Xclang') {
      at += 1;
      handed.push(words[at] ?? '');
    } else own.push(word);
  }
  return [...own, ...handed].map(shortForm);
}

function shortForm(word: string): string {
  const [name = '', ...value] = word.split('=');
  const short = LONG_FORMS.get(name);
  return short === undefined ? word : short + value.join('=');
}
