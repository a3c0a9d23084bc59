import type { Log, Result } from 'sarif';
import { PROJECT_ADDRESS } from '../../workspace/project-address.ts';
import type { FunctionState, MigrationState } from './migration-state.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** What stands behind a kind of undefined behaviour, by the words of the sanitizer; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, string, string])[] = [
  [/integer overflow|negation of/, 'integer-overflow', 'CWE-190'],
  [/shift/, 'wide-shift', 'CWE-1335'],
  [/division by zero/, 'division-by-zero', 'CWE-369'],
  [/null pointer/, 'null-pointer', 'CWE-476'],
  [/out of bounds|insufficient space|overflow/, 'out-of-bounds', 'CWE-119'],
  [/misaligned|load of value|outside the range/, 'wrong-value', 'CWE-758'],
];
const OTHER = ['undefined-behaviour', 'CWE-758'] as const;

/** Of each rule. */
const HELP =
  'The C does what its language leaves undefined on some inputs, so that a compiler may do anything there. ' +
  'Check the values before they are used, or see to it that no caller can bring such an input.';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly what: string;
}

/**
 * The undefined behaviour that comparisons have met in the C, as findings about the C: SARIF 2.1.0 with one
 * result for each place, at the level `note`, since the inputs were made and no caller may bring them.
 * @param version of this program
 */
export function undefinedBehaviourSarif(state: MigrationState, version: string): string {
  const places = new Map<string, { readonly place: Place; readonly met: FunctionState[] }>();
  for (const one of state.functions) {
    if (one.evidence?.kind !== 'equal') continue;
    for (const place of one.evidence.undefinedBehaviour.flatMap(parsePlace)) {
      const key = `${place.file}:${place.line}:${kindOf(place.what)[0]}`;
      const entry = places.get(key) ?? { place, met: [] };
      entry.met.push(one);
      places.set(key, entry);
    }
  }
  const found = [...places.values()];
  const rules = new Map(found.map(({ place }) => kindOf(place.what)));
  const log: Log = {
    version: '2.1.0',
    $schema: SCHEMA,
    runs: [
      {
        tool: {
          driver: {
            name: 'Rustward migrate',
            informationUri: PROJECT_ADDRESS,
            semanticVersion: version,
            rules: [...rules].map(([id, weakness]) => ({
              id,
              shortDescription: { text: `Undefined behaviour of C: ${id.replaceAll('-', ' ')}.` },
              fullDescription: { text: HELP },
              help: { text: HELP },
              properties: { tags: ['security', `external/cwe/${weakness.toLowerCase()}`] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: found.map(({ place, met }) => resultOf(place, met)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ file, line, column, what }: Place, met: readonly FunctionState[]): Result {
  const names = [...new Set(met.map(({ name }) => name))].join(', ');
  const uri = file.split('/').map(encodeURIComponent).join('/');
  return {
    ruleId: kindOf(what)[0],
    level: 'note',
    message: {
      text:
        `${what}. Met on inputs that were made to compare ${names} with its Rust, and that therefore did not count. ` +
        'Whether a caller can bring such an input was not looked at.',
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) },
        },
      },
    ],
    partialFingerprints: { 'rustwardPlace/v1': `${file}:${names}:${kindOf(what)[0]}` },
  };
}

/** Nothing for a place that is not below the project: its path says nothing to others. */
function parsePlace(text: string): Place[] {
  const [, file = '', line = '', column, what = ''] =
    /^([^:]+):(\d+):(?:(\d+):)? (?:runtime error: )?(.+)$/s.exec(text) ?? [];
  if (file === '' || file.startsWith('/') || file.split('/').includes('..')) return [];
  const place = { file, line: Number(line), what: what.trim().replace(/\.$/, '') };
  return [{ ...place, column: column === undefined ? undefined : Number(column) }];
}

/** The id of a rule, and its weakness. */
function kindOf(what: string): readonly [string, string] {
  const [, id, weakness] = KINDS.find(([words]) => words.test(what)) ?? [undefined, ...OTHER];
  return [id, weakness];
}
