import { holds, impliedSettings, parseCondition } from './build-condition.ts';
import type { ConditionNames, NameMeaning } from './build-names.ts';
import { conditionHolds } from './condition-value.ts';
import { isSameMacro, type Macro, reaches, type SettingUse } from './macro.ts';
import { isStub } from './standard-names.ts';
import type { Symbols } from './symbols.ts';

/** Settings that the compiler makes: those of GCC for 64-bit Linux, whose types the engine has, and of others. */
const COMPILER_SETTINGS: ReadonlyMap<string, boolean> = new Map([
  ...words(
    '__GNUC__ __linux__ __linux linux __unix__ __unix unix __x86_64__ __LP64__ __STDC__',
    true,
  ),
  ...words(
    '_WIN32 WIN32 _WIN64 WIN64 __WIN32__ __WIN32 _WINDOWS _MSC_VER __CYGWIN__ __MINGW32__',
    false,
  ),
  ...words('__MINGW64__ __BORLANDC__ __WATCOMC__ __APPLE__ __MACH__ __FreeBSD__ __NetBSD__', false),
  ...words('__OpenBSD__ __DragonFly__ __sun __sun__ __hpux _AIX __sgi __osf__ __HAIKU__', false),
  ...words('__VMS VMS __EMSCRIPTEN__ __DJGPP__ __OS2__ __QNX__ __ANDROID__ NDEBUG', false),
]);

function words(names: string, value: boolean): [string, boolean][] {
  return names.split(' ').map((name) => [name, value]);
}

/** Whether a setting is one that the compiler makes which the engine stands for, or another one; undefined for all others. */
export function settingOfCompiler(setting: string): boolean | undefined {
  return COMPILER_SETTINGS.get(setting);
}

/**
 * One way to build a translation unit: for each setting that `#if` asks for, whether it
 * holds. What is given decides; then what the unit and its headers define, and the numbers that stand in that; then the compiler that the
 * engine stands for, unless most of the file is for another; then the branch with more
 * lines, in the file or else in the headers; and at last the first branch.
 */
export class Configuration {
  private readonly symbols: Symbols;
  private readonly lines: number;
  private readonly known: Map<string, boolean>;
  private readonly settled: (setting: string) => boolean | undefined;

  /**
   * @param lines how many the file has; `given`: settings that are known, such as that of the language
   * @param settled whether a setting holds where the command line of the compiler decides it
   */
  constructor(
    symbols: Symbols,
    lines: number,
    given: ReadonlyMap<string, boolean>,
    settled: (setting: string) => boolean | undefined = () => undefined,
  ) {
    this.symbols = symbols;
    this.lines = lines;
    this.known = new Map(given);
    this.settled = settled;
  }

  /** Whether a setting holds. */
  readonly isSet = (setting: string): boolean => {
    const known = this.known.get(setting);
    if (known !== undefined) return known;
    // A setting that is defined where it holds itself is not defined by that.
    this.known.set(setting, false);
    const value = this.decide(setting);
    this.known.set(setting, value);
    return value;
  };

  /**
   * The definition of a macro that holds at a place, whose own condition comes first.
   * Undefined where none does, as where the other branch declares a function instead, and
   * where two do.
   */
  macro(name: string, guard = '', offset?: number): Macro | undefined {
    const { macros, undefinedFrom } = this.symbols;
    const named = this.symbols.macrosNamed(name);
    // Headers for other systems are read too: on the one that the engine stands for there is the function.
    const known = macros.has(name) ? named : named.filter((macro) => !isStub(macro));
    // What a header defines holds until the file takes it back, as wrappers do of what they wrap.
    if (offset !== undefined && !macros.has(name) && (undefinedFrom.get(name) ?? offset) < offset)
      return undefined;
    const all =
      offset !== undefined && known.some(({ until }) => until !== undefined)
        ? known.filter((macro) => reaches(macro, offset))
        : known;
    const [first] = all;
    if (first === undefined) return undefined;
    const isFunction = this.symbols.function(name) !== undefined;
    if (!isFunction && all.every((other) => isSameMacro(first, other))) return first;
    const isSet = this.settingsUnder(guard);
    const [holding, ...others] = all.filter((macro) => holds(parseCondition(macro.guard), isSet));
    if (holding === undefined) return undefined;
    return others.every((other) => isSameMacro(holding, other)) ? holding : undefined;
  }

  private settingsUnder(guard: string): (setting: string) => boolean {
    if (guard === '') return this.isSet;
    const implied = new Map(impliedSettings(parseCondition(guard), true));
    return (setting) => implied.get(setting) ?? this.isSet(setting);
  }

  /** What is defined where `#if` compares numbers: of a name that nothing defines the build may have made something. */
  private readonly names: ConditionNames = {
    isCpp: false,
    hasTrue: false,
    meaningOf: (name): NameMeaning | undefined => {
      const holding = this.symbols
        .macrosNamed(name)
        .filter(({ guard }) => holds(parseCondition(guard), this.isSet));
      const [macro, ...others] = holding;
      if (macro === undefined) return undefined;
      const isOne = others.every((other) => isSameMacro(macro, other));
      return isOne && macro.parameters === undefined
        ? { isDefined: true, macro }
        : { isDefined: true };
    },
  };

  private decide(setting: string): boolean {
    const settled = this.symbols.macros.has(setting) ? undefined : this.settled(setting);
    if (settled !== undefined) return settled;
    const definitions = this.symbols.macrosNamed(setting);
    const holding = definitions.find(({ guard }) => holds(parseCondition(guard), this.isSet));
    const computed =
      holding !== undefined || !NAME.test(setting)
        ? conditionHolds(setting, this.names)
        : undefined;
    if (computed !== undefined) return computed;
    if (holding !== undefined) return holding.body !== '0';
    const own = this.symbols.settings.get(setting) ?? NO_USE;
    const isOwn = own.on !== own.off;
    const most = Math.max(own.on, own.off) * 2 > this.lines;
    const usual = COMPILER_SETTINGS.get(setting) ?? (definitions.length > 0 ? false : undefined);
    if (usual !== undefined && !(isOwn && most)) return usual;
    if (isOwn) return own.on > own.off;
    return this.symbols.headersPrefer(setting);
  }
}

const NAME = /^\w+$/;

const NO_USE: SettingUse = { on: 0, off: 0 };
