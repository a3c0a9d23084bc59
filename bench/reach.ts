/**
 * How much of a C project the judge can compare, without a model:
 * `npm run bench:reach -- FOLDER… [--interface FOLDER] [--run] [--only REGEX] [--json]`.
 * For each function of the C files below each FOLDER, tests and programs aside: whether C and Rust are
 * compared by value, by sequences of calls or by streams, or not at all, and why. The Rust side is what
 * the types of the C suggest, with bodies that are missing, or what the `.rs` files of --interface
 * declare. --run also builds both sides and gives them inputs.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reachOfProject } from './reach/reach-of-project.ts';
import { type ProjectReach, projectText, summaryText } from './reach/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    interface: { type: 'string' },
    run: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0 || (values.interface !== undefined && positionals.length > 1)) {
  process.stderr.write(
    'usage: npm run bench:reach -- FOLDER… [--interface FOLDER] [--run] [--only REGEX] [--json]\n',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'rustward-reach-'));
try {
  const all: ProjectReach[] = [];
  for (const [at, place] of positionals.entries()) {
    const own = join(folder, `${at}`);
    const options = {
      interfaces: values.interface,
      runs: values.run,
      only: new RegExp(values.only),
    };
    const reach = await reachOfProject(place, realpathSync(place), own, options);
    all.push(reach);
    if (!values.json) process.stdout.write(projectText(reach));
  }
  process.stdout.write(values.json ? `${JSON.stringify(all, null, 2)}\n` : summaryText(all));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
