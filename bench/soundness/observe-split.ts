import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLAGS, type Observation, RECORDER, run, valuesOf } from './probed-run.ts';
import { splitProgram } from './split-program.ts';

/** Makes the program of a seed in two files and runs it; undefined where it does not end. What is observed is the file that the engine sees. */
export function observeSplit(folder: string, seed: number): Observation | undefined {
  const { seen, unseen } = splitProgram(seed);
  const files = { 'seen.c': seen, 'unseen.c': unseen, 'recorder.c': RECORDER };
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  const program = join(folder, 'split');
  const printed =
    run('gcc', [...FLAGS, '-o', program, ...paths]) === undefined
      ? undefined
      : run(program, [], 10_000);
  return printed === undefined ? undefined : { text: seen, values: valuesOf(printed) };
}
