import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { diagnose } from '../src/cli/diagnose.ts';
import { openMetricsServer } from '../src/github/app/metrics-server.ts';
import { loadServerSettings } from '../src/github/app/settings.ts';
import { buildCommands } from '../src/security/fix/build-commands.ts';
import { appEnvironment, KEYS, startApp } from './support/app-process.ts';
import { copiedOf, packagesOf, stagesOf } from './support/dockerfile.ts';
import { asDocker, asShell } from './support/settings-file.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

// Without a builder: what can be seen of the image in the files that it is made by.
const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const stages = stagesOf(read('Dockerfile'));
const image = stages.at(-1) ?? [];
const only = (name: string) => image.find((one) => one.name === name)?.text ?? '';

/** The programs that a package of Debian brings, of those that are asked for. */
const BROUGHT: Readonly<Record<string, readonly string[]>> = {
  bubblewrap: ['bwrap'],
  clang: ['clang', 'clang++'],
  cmake: ['cmake', 'ctest'],
  'g++': ['g++', 'c++'],
  gcc: ['gcc', 'cc'],
  git: ['git'],
  // Beside clang; without it no program with a sanitizer can be linked.
  'libclang-rt-dev': ['the runtime of the sanitizers'],
  llvm: ['llvm-profdata', 'llvm-cov', 'llvm-symbolizer'],
  make: ['make'],
  tini: ['tini'],
};

/** What the toolchain of Rust brings in the profile of the base image, and what is added. */
const RUST: Readonly<Record<string, string>> = {
  ...{ cargo: '', rustc: '', clippy: 'clippy', fmt: 'rustfmt' },
};

describe('the image', () => {
  test('is made of images by digest, and runs as another user than root', () => {
    const bases = stages.map(([from]) => from?.text);
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^\w+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
    expect(image.filter(({ name }) => name === 'USER')).toEqual([{ name: 'USER', text: 'node' }]);
    const after = image.slice(image.findIndex(({ name }) => name === 'USER'));
    expect(after.filter(({ name }) => ['RUN', 'COPY', 'ADD'].includes(name))).toEqual([]);
  });

  test('has every program that doctor looks for, and that projects are built with', async () => {
    const brought = packagesOf(image).flatMap((name) => BROUGHT[name] ?? []);
    const rust = stages[0]?.map(({ text }) => text).join('\n') ?? '';
    const ofRust = Object.entries(RUST)
      .filter(([, component]) => rust.includes(component))
      .map(([name]) => name);
    expect(ofRust).toEqual(Object.keys(RUST));
    expect(image).toContainEqual({ name: 'COPY', text: '--from=rust /toolchain /usr/local' });

    const env = { PATH: temporaryFolder(), HOME: temporaryFolder() };
    const looked = await diagnose({ flags: {}, env, askModel: false });
    const doctor = looked
      .filter(({ found }) => found.startsWith('not on the PATH'))
      .map(({ what }) => what);
    expect(doctor.length).toBeGreaterThan(2);
    const projects = [
      { 'Cargo.toml': '' },
      { 'CMakeLists.txt': 'enable_testing()\n' },
      { Makefile: 'test:\n' },
    ];
    const builders = projects.flatMap((files) => {
      const { build, test: tests } = buildCommands(temporaryFolder(files), undefined);
      return [...build, ...tests].map(([program]) => program);
    });
    const also = Object.values(BROUGHT).flat();
    for (const program of [...doctor, ...builders, ...also]) {
      expect([...brought, ...ofRust]).toContain(program);
    }
  });

  test('has every file that the program reads', () => {
    const copied = copiedOf(image);
    const ownFiles = read('src/workspace/own-files.ts');
    const asked = [...ownFiles.matchAll(/here\([`'](?:\.\/)?([\w.-]+)/g)].map(([, name]) => name);
    expect(asked).toContain('app.yml');
    expect(copied).toEqual(expect.arrayContaining([...asked, 'bin', 'schemas']));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const sent = read('.dockerignore').split('\n');
    expect(sent).toContain('*');
    expect(copied.filter((path) => !sent.includes(`!${path}`))).toEqual([]);
  });

  test('starts the App, on the port that is published', () => {
    const entry = z.array(z.string()).parse(JSON.parse(only('ENTRYPOINT')));
    // By name, so that a job of a CI can call it as well.
    expect(entry.at(-1)).toBe('rustward');
    expect(existsSync(join(ROOT, 'bin/rustward'))).toBe(true);
    expect(only('WORKDIR')).toBe('/app');
    const link = 'ln -s /app/bin/rustward /usr/local/bin/rustward';
    expect(image).toContainEqual({ name: 'RUN', text: link });
    expect(only('CMD')).toBe('["app"]');
    const env = Object.fromEntries(
      only('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    expect(env).toMatchObject({ HOST: '0.0.0.0', PORT: only('EXPOSE'), RUSTWARD_DATA: '/data' });
  });
});

const serviceSchema = z.object({
  build: z.string().optional(),
  command: z.array(z.string()).default([]),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  security_opt: z.array(z.string()).default([]),
});
const { services } = z
  .object({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(read('compose.yml')));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Runs the command of a health check; its status. */
async function health(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [program, ...args] = command;
  const node = program === 'node' ? process.execPath : '';
  const child = spawn(node, args, { env, stdio: 'ignore' });
  const [status] = await once(child, 'exit');
  return status;
}

describe('health is asked where it is served', () => {
  const ofTheImage = z
    .array(z.string())
    .parse(JSON.parse(only('HEALTHCHECK').replace(/^CMD /, '')));

  test('of the App: by the image, also on another port', async () => {
    const app = await startApp(appEnvironment({ folder: temporaryFolder() }), ['app']);
    const { port } = new URL(app.url);
    expect(await health(ofTheImage, { PORT: port })).toBe(0);
    await app.end();
    expect(await health(ofTheImage, { PORT: port })).toBe(1);
    // Compose adds none of its own, so that of the image holds.
    expect(services['app']?.healthcheck).toBe(undefined);
    expect(services['app']?.command[0]).toBe('app');
    expect(services['app']?.environment).toMatchObject({ HOST: '0.0.0.0', PORT: 3000 });
    expect(services['app']?.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  test('of a worker: by compose, where its metrics are', async () => {
    const worker = services['worker'];
    const port = `${worker?.environment['METRICS_PORT']}`;
    const [kind, ...command] = worker?.healthcheck?.test ?? [];
    expect([kind, worker?.command]).toEqual(['CMD', ['worker']]);
    expect(command.join(' ')).toContain(`http://127.0.0.1:${port}/metrics`);
    let isBroken = false;
    const server = await openMetricsServer({ host: '127.0.0.1', port: 0 }, () =>
      isBroken ? Promise.reject(new Error('the database is gone')) : Promise.resolve('up 1\n'),
    );
    closers.push(() => server.close());
    const there = command.map((word) => word.replace(port, new URL(server.url).port));
    expect(await health(there)).toBe(0);
    isBroken = true;
    expect(await health(there)).toBe(1);
  });

  test('where repositories are run there may be namespaces, and nowhere else', () => {
    const wide = Object.entries(services).filter(([, { security_opt }]) => security_opt.length > 0);
    expect(wide.map(([name]) => name)).toEqual(['worker']);
  });
});

/** The blocks of a page that are files of settings. */
function settingsBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

describe('the settings that docs/install-app.md shows', () => {
  const blocks = settingsBlocks(read('docs/install-app.md'));
  const shown = blocks.join('');
  // What is commented out is meant to be used, too.
  const used = shown.replace(/^#(?=[A-Z_]+=)/gm, '');

  test('are read alike by Docker and by a shell, without comments behind values', () => {
    expect(blocks).toHaveLength(1);
    const folder = temporaryFolder({ 'app.env': used });
    const env = asDocker(used);
    expect(asShell(join(folder, 'app.env'))).toEqual(env);
    expect(Object.keys(env).length).toBeGreaterThan(5);
    for (const value of Object.values(env)) expect(value).not.toMatch(/[\s#'"`$\\]/);
  });

  test('are settings that there are', () => {
    const github = read('docs/github.md');
    const models = read('docs/models.md');
    for (const name of Object.keys(asDocker(used))) {
      expect(`${github}\n${models}`).toContain(`\`${name}\``);
    }
  });

  test('and what is written by hand start an App', () => {
    const [, form = ''] = /printf '([^']+)'/.exec(read('docs/install-app.md')) ?? [];
    const values = ['7', Buffer.from(KEYS.privateKey).toString('base64'), 's'.repeat(64)];
    const byHand = form.replaceAll('\\n', '\n').replace(/%s/g, () => values.shift() ?? '');
    const settings = loadServerSettings(asDocker(`${byHand}${shown}`));
    expect(settings).toMatchObject({ appId: 7, host: '127.0.0.1', port: 3000 });
  });
});
