import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('not stated'),
});

/**
 * The licences of the packages that files were taken from, as text.
 * @param root the folder with `node_modules`
 * @param files relative to the root
 */
export function licencesText(root: string, files: readonly string[]): string {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  // By name and version, as a folder may be reached by another path on another machine.
  const parts = [...folders].map((folder) => {
    const path = join(root, folder);
    const text = readFileSync(join(path, 'package.json'), 'utf8');
    const { name, version, license } = packageSchema.parse(JSON.parse(text));
    const file = readdirSync(path).find((known) => /^licen[cs]e(\.\w+)?$/i.test(known));
    const licence = file === undefined ? '' : readFileSync(join(path, file), 'utf8').trim();
    return `${name} ${version}: ${license}\n\n${licence}`.trimEnd();
  });
  const heading = 'The files of this folder contain parts of these packages.';
  return `${[heading, ...[...new Set(parts)].sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
