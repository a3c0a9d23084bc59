import type { Macro } from './macro.ts';
import type { Symbols } from './symbols.ts';
import type { Predefined, UnitBuild } from './unit-build.ts';

/** What the preprocessor knows of a name: its macro, or that it has none. */
export type NameMeaning =
  | { readonly isDefined: true /** Undefined where the number is not known. */; macro?: Macro }
  | { readonly isDefined: false };

/** What is known of names where a condition of `#if` stands. */
export interface ConditionNames {
  /** What a name means; undefined where that is not known. */
  meaningOf(name: string): NameMeaning | undefined;
  /** Whether the words of C++ for operators, such as `not`, are read as these. */
  readonly isCpp: boolean;
  /** Whether `true` is 1: in C++, and behind `<stdbool.h>`. */
  readonly hasTrue: boolean;
}

const NOT_DEFINED: NameMeaning = { isDefined: false };

const ONE: Macro = { name: '', parameters: undefined, body: '1', guard: '' };
const PREDEFINED: Readonly<Record<Predefined, NameMeaning | undefined>> = {
  one: { isDefined: true, macro: ONE },
  some: { isDefined: true },
  none: NOT_DEFINED,
  open: undefined,
};

/** Names that compilers keep for themselves (C11 7.1.3). */
const RESERVED = /^_(?:_|[A-Z])/;

/** Beginnings and ends of names that the headers of C and POSIX may define (POSIX.1-2017, 2.2.2). */
const OF_SYSTEM = new RegExp(
  '^(?:SIG|SA_|SI_|SS_|SV_|E[0-9A-Z]+$|O_|F_|FD_|S_|AF_|PF_|SO_|SOCK_|SOL_|MSG_|SHUT_|IPPROTO_|INADDR_|' +
    'IN_|IN6_|IP_|IPV6_|TCP_|UDP_|AI_|NI_|LC_|LOG_|PRI[diouxX]|SCN[dioux]|U?INT\\d*_|MAP_|PROT_|MS_|MADV_|' +
    'CLOCK_|CLOCKS_|TIMER_|AT_|RLIM|RUSAGE_|POLL|EPOLL|W[A-Z]{2,9}$|PTHREAD_|SEEK_|TIO|TC[A-Z]+$|RTLD_|' +
    'FNM_|GLOB_|REG_|NULL$|EOF$|BUFSIZ$|NDEBUG$|ST_|F_|DT_|IF|SC[A-Z]*_|USHRT_|U?CHAR_|SHRT_|U?LL?ONG_|' +
    'FLT_|L?DBL_|SIZE_|SSIZE_|PTRDIFF_|WCHAR_|errno$|environ$|bool$|true$|false$|std(?:in|out|err)$|major$|minor$|makedev$)' +
    '|_(?:MAX|MIN)$|^(?:MAX|MIN)[A-Z]*$',
);

/** Names of systems and machines that compilers define in the modes of GNU C, and not in those of the standard. */
const OF_GNU_MODES = /^(?:unix|linux|i[3-6]86|sun|sparc|mips|m68k|sgi|hpux|vax|PPC)$/;

/**
 * What names mean to the preprocessor outside of the text of a unit. It tells nothing where the build
 * does not: of what headers of the project define, since which of them are read is not followed, and of
 * what headers from elsewhere may define.
 */
export class BuildNames implements ConditionNames {
  private readonly known = new Map<string, NameMeaning | undefined>();
  private readonly build: UnitBuild;
  private readonly headers: Symbols | undefined;
  readonly isCpp: boolean;

  /**
   * @param headers the names of the project's headers
   * @param isCpp whether the unit is known to be C++
   */
  constructor(build: UnitBuild, headers: Symbols | undefined, isCpp: boolean) {
    this.build = build;
    this.headers = headers;
    this.isCpp = isCpp;
    for (const [name, meaning] of build.predefined) this.known.set(name, PREDEFINED[meaning]);
    for (const macro of build.macros) this.known.set(macro.name, { isDefined: true, macro });
    for (const name of build.undefined) this.known.set(name, NOT_DEFINED);
  }

  get hasTrue(): boolean {
    return this.isCpp;
  }

  /** What a name means; undefined where it is not known. */
  meaningOf(name: string): NameMeaning | undefined {
    if (this.known.has(name)) return this.known.get(name);
    if (!this.build.isWhole || RESERVED.test(name)) return undefined;
    if (OF_SYSTEM.test(name) || OF_GNU_MODES.test(name)) return undefined;
    if ((this.headers?.macrosNamed(name).length ?? 0) > 0) return undefined;
    const small = name.toLowerCase();
    return this.build.foreign.some((start) => small.startsWith(start)) ? undefined : NOT_DEFINED;
  }
}
