import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import * as z from 'zod';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const DRIVER = join(ROOT, 'test/editors/vscode/run-extension.ts');
const NODE = ['--disable-warning=ExperimentalWarning'];
const DEFECT = `#include <stdio.h>
void greet(FILE *out) {
  char name[64];
  if (fgets(name, sizeof name, stdin) == NULL) return;
  fprintf(out, name);
}
`;

const place = { folder: '', extension: '' };
let files: Record<string, Uint8Array> = {};

/** The archive, made from the sources as they are now, and what VS Code makes of it. */
beforeAll(() => {
  place.folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  place.extension = join(place.folder, 'extension');
  const script = join(ROOT, 'scripts/package-vscode.ts');
  const output = execFileSync(process.execPath, [...NODE, script, '--output', place.folder], {
    encoding: 'utf8',
  });
  files = unzipSync(readFileSync(output.trim()));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place.folder, name)), { recursive: true });
    writeFileSync(join(place.folder, name), content);
  }
}, 600_000);

afterAll(() => rmSync(place.folder, { recursive: true, force: true }));

function textOf(name: string): string {
  return Buffer.from(files[name] ?? []).toString();
}

const optionSchema = z.strictObject({
  type: z.enum(['string', 'array', 'boolean']),
  items: z.object({ type: z.string() }).optional(),
  default: z.unknown(),
  scope: z.enum(['machine-overridable', 'window']),
  description: z.string().optional(),
  markdownDescription: z.string().optional(),
});

/** What VS Code and the marketplace require of a manifest; a key that they do not know is a mistake. */
const manifestSchema = z.strictObject({
  ...{ name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/), publisher: z.string().regex(/^[\w-]+$/) },
  ...{ displayName: z.string().max(80), description: z.string().max(200), license: z.string() },
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  engines: z.strictObject({ vscode: z.string().regex(/^\^\d+\.\d+\.0$/) }),
  categories: z.array(z.enum(['Linters', 'Programming Languages'])),
  keywords: z.array(z.string()).max(30),
  icon: z.string().endsWith('.png'),
  extensionKind: z.array(z.enum(['workspace', 'ui'])),
  main: z.string().startsWith('./'),
  activationEvents: z.array(z.string().regex(/^onLanguage:(?:c|cpp|rust)$/)).length(3),
  capabilities: z.strictObject({
    untrustedWorkspaces: z.strictObject({
      ...{ supported: z.literal('limited'), description: z.string() },
      restrictedConfigurations: z.array(z.string()),
    }),
    virtualWorkspaces: z.literal(false),
  }),
  contributes: z.strictObject({
    commands: z.array(
      z.strictObject({ command: z.string(), category: z.string(), title: z.string() }),
    ),
    configuration: z.strictObject({
      title: z.string(),
      properties: z.record(z.string().startsWith('rustward.'), optionSchema),
    }),
  }),
  repository: z.strictObject({ type: z.literal('git'), url: z.url() }),
});

function manifest() {
  return manifestSchema.parse(JSON.parse(textOf('extension/package.json')));
}

test('the manifest is one that VS Code takes, and names what is there', () => {
  const { main, icon, version, contributes, capabilities } = manifest();
  const own = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  expect(version).toBe(own.version);
  expect(files).toHaveProperty([join('extension', main)]);
  const picture = Buffer.from(files[`extension/${icon}`] ?? []);
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
  // Its width and height, which must be 128 at least.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([128, 128]);
  const options = Object.keys(contributes.configuration.properties);
  expect(options).toEqual(['rustward.path', 'rustward.arguments', 'rustward.places']);
  for (const name of capabilities.untrustedWorkspaces.restrictedConfigurations)
    expect(options).toContain(name);
});

test('the archive describes itself, and each kind of file that it holds', () => {
  const { name, version, publisher } = manifest();
  const description = textOf('extension.vsixmanifest');
  expect(description).toContain(
    `<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />`,
  );
  const paths = [...description.matchAll(/(?:Path="|<(?:License|Icon)>)(extension\/[^"<]+)/g)];
  expect(paths.length).toBeGreaterThan(5);
  for (const [, path = ''] of paths) expect(files).toHaveProperty([path]);
  const types = textOf('[Content_Types].xml');
  for (const file of Object.keys(files).filter((path) => path !== '[Content_Types].xml'))
    expect(types).toContain(`Extension="${extname(file)}"`);
});

test('it holds no source, no test, no database and no package, and takes less than 8 MB', () => {
  const names = Object.keys(files);
  expect(names.filter((name) => /\.tsx?$|node_modules|\/test\/|pglite/.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['extension/LICENSE.txt', 'extension/licences.txt']),
  );
  expect(textOf('extension/licences.txt')).toContain('vscode-languageclient');
  expect(textOf('extension/extension.js')).not.toMatch(/TelemetryReporter|dc\.services\.visual/);
  const path = join(place.folder, `rustward-${manifest().version}.vsix`);
  expect(readFileSync(path).byteLength).toBeLessThan(8_000_000);
});

/** What comes of the extension with a folder of one file. */
function run(settings: Readonly<Record<string, unknown>>) {
  const folder = temporaryFolder({ 'greet.c': DEFECT });
  const opened = { folder, file: join(folder, 'greet.c'), text: DEFECT, settings };
  const args = [...NODE, DRIVER, place.extension, JSON.stringify(opened)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 }));
}

test('the extension starts the server that comes along, shows findings and fixes, starts anew and ends it', () => {
  const cache = ['--cache-dir', temporaryFolder()];
  const outcome = run({ 'rustward.arguments': cache });
  const server = [join(place.extension, 'server/bin/rustward.cjs'), 'lsp', ...cache];
  const command = [process.execPath, ...server];
  expect(outcome).toMatchObject({
    started: [command, command],
    codes: [0, 0],
    errors: [],
    found: [{ code: { value: 'format_string' }, severity: 0, source: 'rustward' }],
    actions: [
      { title: 'Print it by "%s"', isPreferred: true },
      { title: expect.stringMatching(/^Suppress/) },
    ],
    shownLogs: 1,
  });
  const { contributes } = manifest();
  expect(outcome.commands).toEqual(contributes.commands.map((each) => each.command));
  expect(outcome.subscriptions).toBe(4);
});

test('a program of the settings that is not there is told, and nothing is left running', () => {
  const outcome = run({ 'rustward.path': '/nowhere/rustward', 'rustward.places': true });
  expect(outcome.started[0]).toEqual(['/nowhere/rustward', 'lsp', '--places']);
  expect(outcome.errors.length).toBeGreaterThan(0);
  expect(outcome.found).toEqual([]);
});
