/**
 * What a review says of Rust code whose published defects were fixed: `npm run bench:advisories -- FOLDER
 * [--only REGEX]`. FOLDER has a folder for each advisory, with the files that the fix changes as they are after it
 * (`base/`), with the fix undone (`head/`), and what it is about in `about.json`: `lines`, the first and the last
 * line of head that a reviewer should comment on, `file` where the folders hold more than one, and `kind`, in words. Each gives two pull requests, as in
 * `bench:fixes`: the fix undone, and the fix itself as the control; no model is asked. Caught is a finding on these
 * lines, or three beside them, where the control has none.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Command } from 'commander';
import { simpleGit } from 'simple-git';
import * as z from 'zod';
import { addScanOptions, parseScanOptions } from '../src/cli/options/scan-options.ts';
import { performReview } from '../src/entry/review/perform-review.ts';
import { MIN_FINDING_CONFIDENCE } from '../src/security/candidates/severity.ts';

/** Lines beside those that are meant. */
const NEAR = 3;

const aboutSchema = z.object({
  kind: z.string(),
  lines: z.tuple([z.int(), z.int()]),
  file: z.string().optional(),
});

interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const [folder = ''] = positionals;
if (folder === '') throw new Error('name the folder of the advisories');

const names = readdirSync(folder).filter((name) => new RegExp(values.only).test(name));
let [caught, disturbed] = [0, 0];
for (const name of names.toSorted()) {
  const place = join(folder, name);
  const { kind, lines, file } = aboutSchema.parse(
    JSON.parse(readFileSync(join(place, 'about.json'), 'utf8')),
  );
  const isNear = (finding: Finding) =>
    (file === undefined || finding.file === file) &&
    lines[0] - NEAR <= finding.line &&
    finding.line <= lines[1] + NEAR;
  const bug = await findings(join(place, 'base'), join(place, 'head'));
  const control = await findings(join(place, 'head'), join(place, 'base'));
  const isCaught = bug.some(isNear) && !control.some(isNear);
  if (isCaught) caught += 1;
  if (control.length > 0) disturbed += 1;
  const said = (list: readonly Finding[]) =>
    list.map(({ rule, line }) => `${rule}:${line}`).join(' ') || 'nothing';
  process.stdout.write(
    `${name} ${isCaught ? 'caught' : 'missed'}, ${kind}: ${said(bug)}; control: ${said(control)}\n`,
  );
}
process.stdout.write(`${caught} of ${names.length} caught, ${disturbed} controls with a finding\n`);

/** The findings that a change from one folder to the other introduces. */
async function findings(from: string, to: string): Promise<Finding[]> {
  const root = mkdtempSync(join(tmpdir(), 'rustward-advisory-'));
  try {
    const git = simpleGit(root);
    await git.init();
    await git.addConfig('user.name', 'bench').addConfig('user.email', 'bench@localhost');
    cpSync(from, root, { recursive: true });
    await git.add('.').commit('base');
    cpSync(to, root, { recursive: true });
    await git.add('.').commit('head');
    const command = addScanOptions(new Command('review')).exitOverride();
    command.parse(['--no-cache', '--no-state'], { from: 'user' });
    const request = { path: root, options: parseScanOptions(command), base: 'HEAD~1' };
    const { report } = await performReview(request, { env: {} });
    return report.candidates
      .filter(({ baseline }) => baseline !== 'unchanged' && baseline !== 'absent')
      .filter(({ confidence }) => confidence >= MIN_FINDING_CONFIDENCE)
      .map(({ pattern: rule, file, line }) => ({ rule, file, line }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
