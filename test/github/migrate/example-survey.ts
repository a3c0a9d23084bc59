import type { Survey, SurveyedFunction } from '../../../src/github/isolated-worker/survey.ts';

const EQUAL = {
  ...({ kind: 'equal', cases: 10_000, excluded: 0, seed: 1 } as const),
  coverage: { lines: 4, coveredLines: 4, missedLines: [], branches: 0, coveredBranches: 0 },
  ...{ limits: [], undefinedBehaviour: [], milliseconds: 900 },
};

interface Example {
  readonly needs?: readonly string[];
  readonly rust?: string;
  /** Of four lines. */
  readonly covered?: number;
}

/** Functions by `file#name`, in the order of the migration. */
const EXAMPLE: Readonly<Record<string, Example>> = {
  'src/bytes.c#get_u16': { rust: 'bytes::get_u16' },
  'src/bytes.c#get_u32': { rust: 'bytes::get_u32', covered: 3 },
  'src/path.c#is_safe': {},
  'src/path.c#join': { needs: ['src/path.c#is_safe'] },
  'src/size.c#parse': {},
  'src/size.c#print': {},
};

/** What a scan of a small project says. */
export function exampleSurvey(changes: Readonly<Record<string, Example>> = {}): Survey {
  const all = { ...EXAMPLE, ...changes };
  const idOf = (key: string) => {
    const [file = '', name = ''] = key.split('#');
    return { name, file };
  };
  const steps = Object.entries(all).map(([key, { needs = [], rust, covered = 4 }], at) => {
    const id = idOf(key);
    const coverage = { ...EQUAL.coverage, coveredLines: covered };
    const surveyed: SurveyedFunction = {
      ...{ id: id.name, ...id, start_line: 10 * at + 1, end_line: 10 * at + 8 },
      ...{ signature: `int ${id.name}(void)`, needs: needs.map(idOf) },
      ...(rust === undefined ? {} : { migrated: { rust, evidence: { ...EQUAL, coverage } } }),
    };
    return [surveyed];
  });
  return { head: 'a'.repeat(40), crate: 'rust', isLaidOut: true, steps, problems: [] };
}
