/**
 * How often findings were right, by rule and by what they rest on: `npm run bench:calibration`
 * reads the findings that people have judged (bench/calibration/judged.json, and judged-rust.json of Rust), prints the table
 * of each, how well the confidence of today orders them, and what the table is worth for a project that it knows
 * nothing of. With --write it also writes the tables that confidences are made of,
 * src/rules/confidence/measured.ts and measured-rust.ts; a test sees to it that they agree.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readJudged } from './calibration/judged-file.ts';
import { leaveOneOutText } from './calibration/leave-one-out.ts';
import { asCounted, measure, measuredModule, TABLES } from './calibration/measure.ts';
import { calibrationText } from './calibration/table.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
for (const table of TABLES) {
  const judged = readJudged(join(import.meta.dirname, 'calibration', table.judged));
  const counted = asCounted(judged, table);
  const measured = measure(counted);
  process.stdout.write(`${table.judged}\n\n${calibrationText(judged, measured)}\n`);
  process.stdout.write(`${leaveOneOutText(counted)}\n`);
  if (values.write) {
    const path = join(import.meta.dirname, '../src/rules/confidence', table.module);
    writeFileSync(path, measuredModule(measured, table));
  }
}
