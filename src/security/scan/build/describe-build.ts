import type { DataModel } from '../../../code/c/ir/data-model.ts';
import type { BuildOptions } from './build-options.ts';

/** How many of the C and C++ files a list of commands names, and what types are like there. */
interface UsedBuilds {
  readonly units: number;
  readonly of: number;
  /** How many of them are compiled in several configurations. */
  readonly several: number;
  readonly models: readonly { readonly dataModel: DataModel }[];
}

/** Which build the files were read in, as a sentence of the report; undefined where nothing tells. */
export function describeBuild(
  { define, undefine, include, target }: BuildOptions,
  databases: readonly string[],
  { units, of, several, models }: UsedBuilds,
): string | undefined {
  const given = [
    ...define.map((text) => `-D ${text}`),
    ...undefine.map((name) => `-U ${name}`),
    ...include.map((folder) => `-I ${folder}`),
    ...(target === undefined ? [] : [`--target ${target}`]),
  ];
  const listed =
    databases.length === 0
      ? []
      : [
          `${databases.join(' and ')} for ${units} of ${of} C and C++ ${of === 1 ? 'file' : 'files'}`,
          ...(several === 0 ? [] : [`${several} of them in several configurations`]),
        ];
  // Of folders with headers none may be there.
  if (given.length + listed.length === 0) return undefined;
  const widths = [...new Set(models.map(({ dataModel }) => widthsOf(dataModel)))];
  const types = widths.length === 0 ? '' : ` (${widths.join('; or ')})`;
  return `The build is that of ${[...listed, ...given].join(', ')}${types}.`;
}

function widthsOf({ longBits, pointerBits }: DataModel): string {
  return `long has ${longBits} bits, a pointer ${pointerBits}`;
}
