import { BuildNames } from './ir/build-names.ts';
import { conditionHolds } from './ir/condition-value.ts';
import type { Symbols } from './ir/symbols.ts';
import type { UnitBuild } from './ir/unit-build.ts';
import { type ActiveText, activeText } from './reading/active-text.ts';

/** The text of a unit as its build compiles it: what is to be parsed, and what else lowering needs to know. */
export interface BuiltText extends ActiveText {
  readonly build: UnitBuild;
  /** Whether a setting of `#if` holds; undefined where the build does not say. */
  readonly isSet: (setting: string) => boolean | undefined;
}

/**
 * Reads a text as a build compiles it.
 * @param headers the names of the project's headers, as the unit sees them
 * @param isCpp whether the text is known to be C++
 */
export function builtText(
  text: string,
  build: UnitBuild,
  headers: Symbols | undefined,
  isCpp = false,
): BuiltText {
  const names = new BuildNames(build, headers, isCpp);
  return {
    ...activeText(text, names),
    build,
    isSet(setting) {
      if (!/^\w+$/.test(setting)) return conditionHolds(setting, names);
      // Whether `#if X` or `#ifdef X` asks is not told: what is defined as 0 is seldom asked for by `#ifdef`.
      const meaning = names.meaningOf(setting);
      if (meaning === undefined) return undefined;
      return meaning.isDefined && meaning.macro?.body !== '0';
    },
  };
}
