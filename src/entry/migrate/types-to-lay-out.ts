import type { Grammars } from '../../code/syntax/grammar.ts';
import { parseRecords } from '../../equivalence/pairing/mapping.ts';
import { typeFormProblem } from '../../equivalence/planner/type-form.ts';
import type { MigrationDeps } from '../../migration/pipeline/migration-run.ts';
import type { ScannedC } from '../../migration/steps/c-definitions.ts';
import { cTypesOf } from '../../migration/steps/c-types.ts';
import type { ReadSourceText } from '../../migration/steps/step-sources.ts';

/**
 * The types of the C, and how those are judged that are to stand for them.
 * @param project the folder of the C sources
 */
export function typesToLayOut(
  scan: ScannedC,
  read: ReadSourceText,
  project: string,
  grammars: Grammars,
): NonNullable<MigrationDeps['types']> {
  return {
    all: cTypesOf(scan, read),
    formProblem: async ({ name, unit }, { rust }, laidOut, crate) => {
      if (rust === undefined) return undefined;
      const texts = [...crate].flatMap(([path, text]) =>
        /^src\/.*\.rs$/.test(path) ? [[path.slice('src/'.length), text] as const] : [],
      );
      // A record may hold others, of which the layout says more as well.
      const records = parseRecords(
        Object.fromEntries(laidOut.flatMap(({ c, fields }) => (fields ? [[c, fields]] : []))),
      );
      const form = { project, unit, c: name, rust, records, crate: new Map(texts) };
      return await typeFormProblem(form, grammars);
    },
  };
}
