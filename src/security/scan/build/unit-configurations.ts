import { isSameMacro, type Macro } from '../../../code/c/ir/macro.ts';
import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { sharedBuild } from './shared-build.ts';

/** One of the ways in which a file is compiled that a list of commands compiles in several. */
export interface UnitConfiguration {
  /** Its position among the builds of the tree. */
  readonly build: number;
  /** What tells it from the others, such as `-D SMALL`. */
  readonly label: string;
}

/** What one command makes of a file. */
export interface CompiledUnit {
  readonly build: UnitBuild;
  /** The file and all that it reaches, below the root. */
  readonly places: readonly string[];
}

/** A file is examined at most so often; what is beyond is examined together, with both sides of each `#if`. */
export const MAX_CONFIGURATIONS = 8;

/** The names that the commands of one file define differently. */
export function differingNames(units: readonly CompiledUnit[]): string[] {
  const [first, ...others] = units.map(({ build }) => build);
  if (first === undefined) return [];
  const names = new Set(
    units.flatMap(({ build }) => [...build.macros.map(({ name }) => name), ...build.undefined]),
  );
  return [...names].filter((name) => others.some((other) => !isDefinedAlike(name, first, other)));
}

/** Each with what tells it from the others; one where the commands of a file do not differ. */
export interface DistinctBuilds {
  readonly builds: readonly { readonly build: UnitBuild; readonly label: string }[];
  /** How many there are, also beyond those that are examined by themselves. */
  readonly count: number;
}

/**
 * The ways in which the commands of a file compile it, as far as they differ in what the file and its headers mention:
 * libraries compile each file once more with `-DPIC`, which none of them asks for.
 * @param mentions which of the differing names some files mention
 */
export function distinctBuilds(
  units: readonly CompiledUnit[],
  mentions: (places: readonly string[]) => ReadonlySet<string>,
): DistinctBuilds {
  const [only, ...more] = units;
  // Most files have one command: none of them is looked into for names.
  if (only !== undefined && more.length === 0)
    return { builds: [{ build: only.build, label: '' }], count: 1 };
  const differing = new Set(differingNames(units));
  const inBodies = new Set(
    units.flatMap(({ build }) => build.macros.flatMap(({ body }) => body.match(/\w+/g) ?? [])),
  );
  const mentioned = new Set(units.flatMap(({ places }) => [...mentions(places)]));
  // What `assert` stands for hangs on it, in a header from elsewhere.
  if (mentioned.has('assert')) mentioned.add('NDEBUG');
  const counts = (name: string) =>
    !differing.has(name) || mentioned.has(name) || inBodies.has(name);
  const predefined = [...new Set(units.map(({ build }) => build.predefined))];
  const kinds = new Map<string, UnitBuild>();
  for (const { build, places } of units) {
    const { macros, undefined: unset, isWhole, foreign, dataModel } = build;
    const key = JSON.stringify([
      macros.filter(({ name }) => counts(name)),
      unset.filter(counts),
      { isWhole, foreign, dataModel },
      predefined.indexOf(build.predefined),
      [...places].sort(),
    ]);
    if (!kinds.has(key)) kinds.set(key, build);
  }
  const builds = [...kinds.values()];
  const names = [...differing].filter(counts);
  const labels = labelsOf(builds, names);
  const count = builds.length;
  const own = count > MAX_CONFIGURATIONS ? builds.slice(0, MAX_CONFIGURATIONS - 1) : builds;
  const further = count - own.length;
  const together = sharedBuild(builds.slice(own.length), true);
  return {
    count,
    builds: [
      ...own.map((build, at) => ({ build, label: labels[at] ?? '' })),
      ...(together === undefined
        ? []
        : [{ build: together, label: `one of ${further} further configurations` }]),
    ],
  };
}

function isDefinedAlike(name: string, one: UnitBuild, other: UnitBuild): boolean {
  const [here, there] = [one, other].map(({ macros }) => macros.find((each) => each.name === name));
  if (here === undefined || there === undefined)
    return here === there && one.undefined.includes(name) === other.undefined.includes(name);
  return isSameMacro(here, there);
}

/** What tells each build from the others, in words of a command line. */
function labelsOf(builds: readonly UnitBuild[], differing: readonly string[]): string[] {
  const folders = new Set(builds.flatMap((build) => build.folders));
  const own = builds.map(({ macros, folders: ofOne, dataModel }) => {
    const defined = macros.filter(({ name }) => differing.includes(name)).map(flagOf);
    const looked = ofOne
      .filter((folder) => builds.some((build) => !build.folders.includes(folder)))
      .map((folder) => `-I ${folder === '' ? '.' : folder}`);
    const widths = builds.some((build) => build.dataModel.pointerBits !== dataModel.pointerBits)
      ? [`pointers of ${dataModel.pointerBits} bits`]
      : [];
    return [...defined, ...(defined.length > 0 || folders.size === 0 ? [] : looked), ...widths];
  });
  const all = [...new Set(own.flat())];
  const labels = own.map((flags) =>
    flags.length > 0 ? short(flags) : `no ${short(all.length > 0 ? all : ['flag of its own'])}`,
  );
  const isTold = new Set(labels).size === labels.length;
  return labels.map((label, at) => (isTold ? label : `${label} (command ${at + 1})`));
}

const MAX_FLAGS = 3;

function short(flags: readonly string[]): string {
  const more = flags.length - MAX_FLAGS;
  const named = flags.slice(0, MAX_FLAGS).join(' ');
  return more > 0 ? `${named} and ${more} more` : named;
}

function flagOf({ name, body }: Macro): string {
  return body === '1' ? `-D ${name}` : `-D ${name}=${body.slice(0, 40)}`;
}
