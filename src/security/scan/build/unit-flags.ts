import { basename } from 'node:path/posix';
import type { Macro } from '../../../code/c/ir/macro.ts';
import { gccForm } from './microsoft-options.ts';

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
  /** `-m32` or `-m64`, whatever the target is. */
  readonly width: 32 | 64 | undefined;
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

/**
 * Reads what a compile command says of macros, headers and the target. All else it may say is left alone, so
 * that nothing of it is ever run, loaded or written.
 * @param command its words, the compiler first
 */
export function unitFlags(command: readonly string[]): UnitFlags {
  const compiler = command.find((word) => !WRAPPER.test(nameOf(word))) ?? '';
  const words = (isMicrosoft(compiler) ? command.map(gccForm) : command).flatMap(shortForms);
  const macros = new Map<string, Macro | undefined>();
  const folders: string[] = [];
  const forced: string[] = [];
  let target = targetOfCompiler(compiler);
  let width: UnitFlags['width'];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-m32' || word === '-m64') width = word === '-m32' ? 32 : 64;
    else if (word.startsWith('--target=')) target = word.slice('--target='.length);
    else if (TARGETS.includes(word)) {
      at += 1;
      const named = words[at] ?? '';
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
  return { defined, undefined: undefinedNames, folders, forced, target, width };

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

/** Programs that run the compiler that is named behind them. */
const WRAPPER = /^(?:ccache|sccache|distcc|icecc|buildcache)(?:\.exe)?$/;

/** Longer ways to write `-D`, `-U` and `-I`, and what is handed to the preprocessor. */
function shortForms(word: string): string | readonly string[] {
  if (word.startsWith('-Wp,')) return word.split(',').slice(1);
  return word
    .replace(/^--define-macro=/, '-D')
    .replace(/^--undefine-macro=/, '-U')
    .replace(/^--include-directory=/, '-I');
}

function nameOf(compiler: string): string {
  return basename(compiler.replaceAll('\\', '/')).toLowerCase();
}

/** Whether a compiler takes the options of Microsoft's. */
function isMicrosoft(compiler: string): boolean {
  return /^(?:clang-)?cl(?:\.exe)?$/.test(nameOf(compiler));
}

/** What the name of a compiler says of its target: `arm-linux-gnueabihf-gcc-12`, `cl.exe`. */
function targetOfCompiler(compiler: string): string | undefined {
  const name = nameOf(compiler);
  // Each compiler of Microsoft's is for one machine, after which its folder is named: `Hostx64/x86/cl.exe`.
  const [, machine = ''] = /[\\/](x86|arm|arm64)[\\/][^\\/]+$/i.exec(compiler) ?? [];
  if (name.startsWith('cl') && machine !== '' && isMicrosoft(compiler))
    return `${machine.toLowerCase()}-pc-windows-msvc`;
  if (isMicrosoft(compiler) || /^clang(?:\+\+)?\.exe$/.test(name)) return 'x86_64-pc-windows-msvc';
  if (/^(?:gcc|g\+\+|cc|c\+\+)\.exe$/.test(name)) return 'x86_64-w64-mingw32';
  if (/^em(?:cc|\+\+)/.test(name)) return 'wasm32-unknown-emscripten';
  return /^(.+)-(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-[\d.]+)?(?:\.exe)?$/.exec(name)?.[1];
}
