import { loadProgress } from '../state/progress.ts';
import type { AnsweredRefusal } from '../state/step-method.ts';
import { loadSymbolMap } from '../state/symbol-map.ts';

/** What worked for a migrated function, with its evidence. */
export interface MigrationMethod {
  /** The C function, and its file. */
  readonly function: string;
  readonly file: string;
  /** Of its Rust. */
  readonly signature: string;
  /** What makes the work on the C of its kind; nothing where an older version has migrated it. */
  readonly kinds: readonly string[];
  /** Inputs on which both did the same. */
  readonly cases: number;
  /** Empty where this clone did not migrate it. */
  readonly commit: string;
  /** How often which kind of check refused the Rust on the way; nothing where this clone did not migrate it. */
  readonly refused: Readonly<Record<string, number>>;
  readonly answered: readonly AnsweredRefusal[];
}

/**
 * The methods that a migration has: of each function whose Rust is recorded and did the same as the C on inputs.
 * @param project its folder
 * @throws UsageError when an artifact is damaged
 */
export function migrationMethods(project: string): MigrationMethod[] {
  const converted = loadProgress(project)?.converted ?? [];
  return loadSymbolMap(project).flatMap((symbol): MigrationMethod[] => {
    const { c_name, c_qname, c_file: file, signature, evidence, method } = symbol;
    if (evidence.kind !== 'equal' || evidence.cases === 0 || signature === '') return [];
    const done = converted.find(({ functions }) => functions.includes(c_qname));
    return [
      {
        ...{ function: c_name, file, signature, cases: evidence.cases },
        kinds: method?.kinds ?? [],
        commit: done?.commit ?? '',
        refused: done?.metrics.rounds ?? {},
        answered: method?.answered ?? [],
      },
    ];
  });
}
