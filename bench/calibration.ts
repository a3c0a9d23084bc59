/**
 * How often findings were right, by rule and by what they rest on: `npm run bench:calibration`
 * reads the findings that people have judged (bench/calibration/judged.json), prints the table, how
 * well the confidence of today orders them, and what the table is worth for a project that it knows
 * nothing of. With --write it also writes the table that confidences are made of,
 * src/rules/confidence/measured.ts; a test sees to it that the two agree.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readJudged } from './calibration/judged-file.ts';
import { leaveOneOutText } from './calibration/leave-one-out.ts';
import { measure, measuredModule } from './calibration/measure.ts';
import { calibrationText } from './calibration/table.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const judged = readJudged(join(import.meta.dirname, 'calibration/judged.json'));
const measured = measure(judged);
process.stdout.write(`${calibrationText(judged, measured)}\n${leaveOneOutText(judged)}`);
if (values.write) {
  const path = join(import.meta.dirname, '../src/rules/confidence/measured.ts');
  writeFileSync(path, measuredModule(measured));
}
