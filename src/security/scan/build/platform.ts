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
    powerpc64: '__powerpc64__ __powerpc__',
    ppc64: '__powerpc64__ __powerpc__',
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
  [
    /windows-gnu|mingw/,
    '_WIN32 __WIN32 __WIN32__ WIN32 __WINNT __WINNT__ WINNT __MINGW32__ __GNUC__',
  ],
  [/windows|win32|msvc|uwp/, '_WIN32 _MSC_VER'],
  [/cygwin/, `__CYGWIN__ __GNUC__ ${UNIX}`],
  [/apple|darwin|macos|ios/, '__APPLE__ __MACH__ __GNUC__'],
  [/android/, `__ANDROID__ __linux__ __linux __GNUC__ ${UNIX}`],
  [/linux/, `__linux__ __linux __gnu_linux__ __GNUC__ ${UNIX}`],
  [/freebsd/, `__FreeBSD__ __GNUC__ ${UNIX}`],
  [/openbsd/, `__OpenBSD__ __GNUC__ ${UNIX}`],
  [/netbsd/, '__NetBSD__ __GNUC__ __unix__'],
  [/dragonfly/, `__DragonFly__ __GNUC__ ${UNIX}`],
  [/solaris|illumos/, `__sun __sun__ __GNUC__ ${UNIX}`],
  [/haiku/, `__HAIKU__ __GNUC__ ${UNIX}`],
  [/emscripten/, `__EMSCRIPTEN__ __GNUC__ ${UNIX}`],
  [/none|elf|eabi|unknown$/, '__GNUC__'],
];

/** What compilers for Windows define besides where pointers have 64 bits; those of MinGW more of them. */
const WINDOWS64 = '_WIN64';
const MINGW64 = '_WIN64 __WIN64 __WIN64__ WIN64 __MINGW64__';

/** Names that stand for other systems wherever none of the above defines them. */
const OTHERS =
  `${MINGW64} _WINDOWS __BORLANDC__ __WATCOMC__ __hpux _AIX __sgi __osf__ __VMS VMS ` +
  '__DJGPP__ __OS2__ __QNX__';

const LP64_NAMES = '__LP64__ _LP64';
const ILP32_NAMES = '__ILP32__ _ILP32';
const UNSIGNED_CHAR = '__CHAR_UNSIGNED__';

/** Names of compilers, by what they tell of: the machine, the system, how wide types are. */
export type NameGroup = 'machine' | 'system' | 'size';

const GROUPS: Readonly<Record<NameGroup, readonly string[]>> = {
  machine: namesIn([...Object.values(WIDE), ...Object.values(NARROW)]),
  system: namesIn([...SYSTEMS.map(([, names]) => names), OTHERS]),
  size: namesIn([LP64_NAMES, ILP32_NAMES, UNSIGNED_CHAR]),
};

/** What compilers of MinGW define in the modes of GNU C, and not in those of the standard. */
const OF_GNU_MODES = ['WIN32', 'WIN64', 'WINNT'];

const ALL: ReadonlySet<string> = new Set(Object.values(GROUPS).flat());

/** What is known of a target that is not known. */
export const OPEN_PLATFORM: Platform = {
  dataModel: LP64,
  predefined: [...ALL].map((name) => [name, 'open']),
};

/** Defined as numbers of versions and the like. */
const NUMBERED = new Set(['__GNUC__', '_MSC_VER', '__FreeBSD__', '__riscv', '__sun', '__NetBSD__']);

/** What the command says of the names that its compiler defines. */
export interface CompilerNames {
  /** Those of which it is not known whether they are defined. */
  readonly open: readonly NameGroup[];
  /** Whether the compiler is Microsoft's own, which has other names for machines. */
  readonly isMicrosoft: boolean;
  /** Whether it reads the language of the standard alone, as with `-std=c11`. */
  readonly isStandard: boolean;
}

const ALL_KNOWN: CompilerNames = { open: [], isMicrosoft: false, isStandard: false };

/**
 * What is known of a target by its name, such as `i686-linux-gnu`.
 * @returns undefined where the name says nothing
 */
export function platformOf(target: string, names = ALL_KNOWN): Platform | undefined {
  const key = `${target} ${names.open.join(' ')} ${names.isMicrosoft} ${names.isStandard}`;
  const known = PLATFORMS.get(key) ?? madePlatform(target, names);
  if (known !== undefined && PLATFORMS.size < MAX_KNOWN) PLATFORMS.set(key, known);
  return known;
}

/** The commands of a project name the same few targets again and again. */
const PLATFORMS = new Map<string, Platform>();
const MAX_KNOWN = 50;

function madePlatform(target: string, names: CompilerNames): Platform | undefined {
  const name = target.toLowerCase();
  const isNarrowedAbi = /x32$|ilp32|abin32$|^arm64_32/.test(name);
  const wide = defined(WIDE, name);
  const machine = wide ?? defined(NARROW, name);
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(name)) ?? [];
  if (machine === undefined || system === undefined) return undefined;
  const isWide = wide !== undefined && !isNarrowedAbi;
  const isWindows = system.includes('_WIN32');
  const dataModel = modelOf(isWide, isWindows);
  const own = new Set(namesIn([names.isMicrosoft ? '' : machine, system]));
  if (isWindows && isWide)
    for (const each of namesIn([system.includes('MINGW') ? MINGW64 : WINDOWS64])) own.add(each);
  if (dataModel === LP64) for (const each of namesIn([LP64_NAMES])) own.add(each);
  const open = new Set(names.open.flatMap((group) => GROUPS[group]));
  // Headers of Windows may define them all the same.
  if (names.isStandard)
    for (const each of OF_GNU_MODES.filter((one) => own.has(one))) open.add(each);
  // Other compilers for 32 bits define these or not: GCC for ARM does not, and Clang does.
  const isX86 = /__i386__|__x86_64__/.test(machine);
  if (!isWide && !names.isMicrosoft)
    for (const each of namesIn([ILP32_NAMES])) (isX86 ? own : open).add(each);
  const isUnsigned = isCharUnsigned(machine, system);
  if (isUnsigned !== false) (isUnsigned === true ? own : open).add(UNSIGNED_CHAR);
  const meaningOf = (each: string) => (open.has(each) ? 'open' : meaning(each, own));
  return { dataModel, predefined: [...ALL].map((each) => [each, meaningOf(each)]) };
}

/** Whether `char` is unsigned on a machine where no option says so; undefined where that is not known. */
function isCharUnsigned(machine: string, system: string): boolean | undefined {
  if (system.includes('_MSC_VER') || /__XTENSA__|__sh__/.test(machine)) return undefined;
  const isUsually = /__arm__|__aarch64__|__powerpc|__s390x__|__riscv/.test(machine);
  if (!isUsually || /__APPLE__|_WIN32/.test(system)) return false;
  return /__linux__|__FreeBSD__|__NetBSD__|^__GNUC__$/.test(system) || undefined;
}

function namesIn(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(' ')).filter((name) => name !== '');
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
