import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

const place = { made: '', prefix: '', package: '', bin: '' };

/** The tarball, made from the sources as they are now, installed without a network. */
beforeAll(() => {
  // They stay for all tests of the file.
  place.made = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  place.prefix = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  const script = join(ROOT, 'scripts/package.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, '--output', place.made];
  const tarball = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
  const install = ['install', '--global', '--offline', '--no-audit', '--prefix', place.prefix];
  execFileSync('npm', [...install, tarball], { env: environment(), stdio: 'pipe' });
  place.package = join(place.prefix, 'lib/node_modules/rustward');
  place.bin = join(place.prefix, 'bin/rustward');
}, 600_000);

afterAll(() => {
  for (const folder of [place.made, place.prefix]) rmSync(folder, { recursive: true, force: true });
});

function environment(): Record<string, string> {
  // The Node.js of this test, and what else there is.
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  return { PATH: path, HOME: place.prefix, npm_config_cache: join(place.prefix, 'npm') };
}

function rustward(args: readonly string[], options: { cwd?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(place.bin, args, {
    ...{ env: environment(), encoding: 'utf8', ...options },
  });
  return { status, stdout, stderr };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('what is installed is below 40 MB, and holds no test and no dependency', () => {
  const files = filesIn(place.package);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(40_000_000);
  expect(
    files.filter((file) => /\.test\.|\/(?:test|node_modules\/.*node_modules)\//.test(file)),
  ).toEqual([]);
  const manifest: unknown = JSON.parse(readFileSync(join(place.package, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'rustward', license: 'Apache-2.0' });
  expect(manifest).not.toHaveProperty('private');
  expect(manifest).not.toHaveProperty('dependencies');
});

test('it scans the folder it is in, says what it finds, and warns of nothing', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  const { status, stdout, stderr } = rustward(['scan', '.', '--no-state'], { cwd });
  expect(stdout).toContain('double_free');
  expect([status, stderr]).toEqual([1, '']);
  // In threads as well, which are programs of their own.
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `f${at}.c`,
      `${FREED.replace('drop', `drop${at}`)}// ${'-'.repeat(800)}\n`,
    ]),
  );
  const scanned = rustward(['scan', '.', '--no-state', '--jobs', '2', '--format', 'json'], {
    cwd: temporaryFolder(many),
  });
  expect(scanned.status).toBe(1);
  expect(JSON.parse(scanned.stdout).summary.scanned_files).toBe(12);
});

test('it has its prompts, its rules, its pages and the database of the App', () => {
  expect(rustward(['rules', 'double_free']).stdout).toContain('double_free');
  const cwd = temporaryFolder({ 'a.c': FREED });
  rustward(['scan', '.', '--no-state', '--output', 'a.html', '--format', 'html'], { cwd });
  expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toContain('<html');
  const jobs = rustward(['jobs']);
  expect([jobs.status, jobs.stderr]).toEqual([0, '']);
  const files = filesIn(join(place.package, 'lib')).map((file) => file.slice(place.package.length));
  expect(files).toEqual(expect.arrayContaining(['/lib/pglite.wasm', '/lib/prompts/analyst.md']));
  expect(filesIn(join(place.package, 'schemas'))).not.toEqual([]);
});

test('on an older Node.js it is one line, and nothing is loaded', () => {
  const launcher = readFileSync(join(place.package, 'bin/rustward.cjs'), 'utf8');
  const said: string[] = [];
  const old = {
    ...{ version: 'v18.20.0', versions: { node: '18.20.0' }, execPath: '/usr/bin/node' },
    stderr: { write: (text: string) => said.push(text) },
    exitCode: 0,
  };
  const run = new Function('process', 'require', launcher.replace(/^#!.*/, ''));
  run(old, () => said.push('loaded'));
  expect(said).toEqual(['rustward: needs Node.js 24 or later; this is v18.20.0 (/usr/bin/node)\n']);
  expect(old.exitCode).toBe(2);
});

test('it serves an editor', async () => {
  const messages = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { id: 2, method: 'shutdown' },
    { method: 'exit' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const input = messages.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`).join('');
  // Its standard input stays open until it has ended: an editor that is gone is an error.
  const server = spawn(place.bin, ['lsp'], { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  server.stdin.write(input);
  const [stdout, stderr, [status]] = await Promise.all([
    readText(server.stdout),
    readText(server.stderr),
    ended,
  ]);
  expect(stdout).toContain('"serverInfo":{"name":"rustward"');
  expect([status, stderr]).toEqual([0, '']);
});
