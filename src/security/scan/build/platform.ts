import { type DataModel, ILP32, LLP64, LP64, WINDOWS32 } from '../../../code/c/ir/data-model.ts';
import type { Predefined, UnitBuild } from '../../../code/c/ir/unit-build.ts';

/** What a target settles of a build. */
export type Platform = Pick<UnitBuild, 'dataModel' | 'predefined'>;

/** The machine that the engine stands for where nothing names another. */
export const USUAL_TARGET = 'x86_64-linux-gnu';

/** Names that are defined on machines with 64-bit pointers and on those with 32-bit ones, by their beginnings. */
const WIDE: Readonly<Record<string, string>> = {
  ...{ x86_64: '__x86_64__ __x86_64 __amd64__', amd64: '__x86_64__ __x86_64 __amd64__' },
  ...{ aarch64: '__aarch64__', arm64: '__aarch64__', riscv64: '__riscv', s390x: '__s390x__' },
  ...{
    powerpc64: '__powerpc64__',
    ppc64: '__powerpc64__',
    mips64: '__mips__',
    sparc64: '__sparc__',
  },
  ...{ loongarch64: '__loongarch__', wasm64: '__wasm__' },
};
const NARROW: Readonly<Record<string, string>> = {
  ...{ i386: '__i386__', i486: '__i386__', i586: '__i386__', i686: '__i386__', x86: '__i386__' },
  ...{ arm: '__arm__', thumb: '__arm__', riscv32: '__riscv', powerpc: '__powerpc__' },
  ...{ ppc: '__powerpc__', mips: '__mips__', sparc: '__sparc__', m68k: '__m68k__', sh4: '__sh__' },
  ...{ wasm32: '__wasm__', xtensa: '__XTENSA__' },
};

const UNIX = '__unix__ __unix';

/** What systems define, by a part of the target's name; the first that fits. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/windows-gnu|mingw/, '_WIN32 WIN32 __WIN32__ __MINGW32__ __GNUC__'],
  [/windows|win32|msvc|uwp/, '_WIN32 _MSC_VER'],
  [/cygwin/, `__CYGWIN__ __GNUC__ ${UNIX}`],
  [/apple|darwin|macos|ios/, '__APPLE__ __MACH__ __GNUC__'],
  [/android/, `__ANDROID__ __linux__ __linux __GNUC__ ${UNIX}`],
  [/linux/, `__linux__ __linux __gnu_linux__ __GNUC__ ${UNIX}`],
  [/freebsd/, `__FreeBSD__ __GNUC__ ${UNIX}`],
  [/openbsd/, `__OpenBSD__ __GNUC__ ${UNIX}`],
  [/netbsd/, `__NetBSD__ __GNUC__ ${UNIX}`],
  [/dragonfly/, `__DragonFly__ __GNUC__ ${UNIX}`],
  [/solaris|illumos/, `__sun __sun__ __GNUC__ ${UNIX}`],
  [/haiku/, `__HAIKU__ __GNUC__ ${UNIX}`],
  [/emscripten/, `__EMSCRIPTEN__ __GNUC__ ${UNIX}`],
  [/none|elf|eabi|unknown$/, '__GNUC__'],
];

/** Names that stand for other machines and systems wherever none of the above defines them. */
const OTHERS =
  '_WIN64 _WINDOWS __MINGW64__ __BORLANDC__ __WATCOMC__ __hpux _AIX __sgi __osf__ __VMS VMS ' +
  '__DJGPP__ __OS2__ __QNX__ __LP64__ _LP64 __ILP32__';

/** Defined as numbers of versions and the like. */
const NUMBERED = new Set(['__GNUC__', '_MSC_VER', '__FreeBSD__', '__riscv', '__sun', '__NetBSD__']);

/**
 * What is known of a target by its name, such as `i686-linux-gnu`.
 * @returns undefined where the name says nothing
 */
export function platformOf(target: string): Platform | undefined {
  const known = PLATFORMS.get(target) ?? madePlatform(target);
  if (known !== undefined && PLATFORMS.size < MOST_KNOWN) PLATFORMS.set(target, known);
  return known;
}

/** The commands of a project name the same few targets again and again. */
const PLATFORMS = new Map<string, Platform>();
const MOST_KNOWN = 50;

function madePlatform(target: string): Platform | undefined {
  const name = target.toLowerCase();
  const isNarrowedAbi = /x32$|ilp32/.test(name);
  const wide = defined(WIDE, name);
  const machine = wide ?? defined(NARROW, name);
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(name)) ?? [];
  if (machine === undefined || system === undefined) return undefined;
  const isWide = wide !== undefined && !isNarrowedAbi;
  const isWindows = system.includes('_WIN32');
  const dataModel = modelOf(isWide, isWindows);
  const own = new Set(`${machine} ${system}`.split(' '));
  if (isWindows && isWide) own.add('_WIN64');
  if (isWindows && isWide && system.includes('MINGW')) own.add('__MINGW64__');
  if (dataModel === LP64) for (const each of ['__LP64__', '_LP64']) own.add(each);
  return { dataModel, predefined: [...ALL].map((each) => [each, meaning(each, own)]) };
}

function modelOf(isWide: boolean, isWindows: boolean): DataModel {
  if (isWindows) return isWide ? LLP64 : WINDOWS32;
  return isWide ? LP64 : ILP32;
}

function meaning(name: string, own: ReadonlySet<string>): Predefined {
  if (!own.has(name)) return 'none';
  return NUMBERED.has(name) ? 'some' : 'one';
}

/** What the machine defines whose name a target's begins with; the longest of them. */
function defined(machines: Readonly<Record<string, string>>, name: string): string | undefined {
  const [longest] = Object.keys(machines)
    .filter((start) => name.startsWith(start))
    .sort((left, right) => right.length - left.length);
  return longest === undefined ? undefined : machines[longest];
}

const ALL: ReadonlySet<string> = new Set(
  [...Object.values(WIDE), ...Object.values(NARROW), ...SYSTEMS.map(([, names]) => names), OTHERS]
    .join(' ')
    .split(' '),
);
