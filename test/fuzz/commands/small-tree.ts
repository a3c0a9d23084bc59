import type { Entry } from '../tree.ts';

const DEFECT = `int copied(char *line) { char copy[8]; gets(copy); return copy[0] + line[0]; }
`;

const SOUND = 'int twice(int x) { return x / 2 + x / 2; }\n';

/** A folder with one defect that is always found. */
export const WITH_DEFECT: readonly Entry[] = [
  { path: 'a.c', bytes: DEFECT },
  { path: 'src/b.c', bytes: SOUND },
  { path: 'src/b.h', bytes: 'int twice(int x);\n' },
];

/** A folder without anything that a model would be asked about. */
export const WITHOUT_DEFECT: readonly Entry[] = [{ path: 'b.c', bytes: SOUND }];

/** What is wrong where the defect is in a report neither as found nor as left out. */
export function silenceIn(stdout: string): string | undefined {
  return stdout.includes('"unsafe_api"') || stdout.includes('"file": "a.c"')
    ? undefined
    : 'nothing is said of the defect in a.c';
}
