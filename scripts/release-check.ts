/**
 * Whether this commit can be released under the tag that the workflow runs for: the tag is that of the
 * version in `package.json`, the changelog has a chapter on it with a date, and the repository is the
 * one that the package and the sample workflows name.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const manifest = z
  .object({ version: z.string(), repository: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: repository } = process.env;

const heading = new RegExp(
  `^## ${manifest.version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`,
  'm',
);
const problems = [
  ...(tag === `v${manifest.version}` ? [] : [`the tag ${tag} is not v${manifest.version}`]),
  ...(`github:${repository}` === manifest.repository
    ? []
    : [`package.json names ${manifest.repository}, and this is ${repository}`]),
  ...(heading.test(changelog)
    ? []
    : [`CHANGELOG.md has no line '## ${manifest.version} - DATE' yet`]),
];
for (const problem of problems) process.stderr.write(`release: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
