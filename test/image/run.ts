/**
 * Builds the image of the App and uses it as `docs/install-app.md` says: `npm run test:image`.
 *
 * Needs root, podman, debootstrap, npm and rustc; takes minutes, and some 8 GB below the temporary folder and in Podman's
 * store. No registry of images is asked: what the Dockerfile begins with is made here (see `bases.ts`). `RUSTWARD_PODMAN`
 * is how Podman is called, such as `podman --runtime runc --cgroup-manager cgroupfs`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reviewInContainer } from './app.ts';
import { BUILD_OPTIONS, localBases } from './bases.ts';
import { inContainer, podman } from './podman.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/rustward-image-test';

/** The options of `docker run` that docs/install-app.md tells of. */
const DOCUMENTED = documentedOptions();

const [engine = 'podman'] = (process.env['RUSTWARD_PODMAN'] ?? 'podman').split(' ');
const missing = [engine, 'debootstrap', 'npm', 'rustc'].filter((program) => !isThere(program));
if (missing.length > 0) {
  process.stderr.write(
    `missing: ${missing.join(', ')}; see the first lines of test/image/run.ts\n`,
  );
  process.exit(3);
}

let failed = 0;
const folder = mkdtempSync(join(tmpdir(), 'rustward-image-'));
try {
  build();
  programs();
  sandbox();
  scan();
  for (const { what, holds, text } of await reviewInContainer(IMAGE, DOCUMENTED, folder))
    expectThat(what, holds, text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(failed === 0 ? 'the image does what its page says' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

function build(): void {
  const file = join(folder, 'Dockerfile');
  writeFileSync(file, localBases(folder));
  const context = join(folder, 'context');
  execFileSync('git', ['clone', '--quiet', '--', ROOT, context]);
  podman([
    'build',
    ...BUILD_OPTIONS,
    '--format',
    'docker',
    '--tag',
    IMAGE,
    '--file',
    file,
    context,
  ]);
}

function programs(): void {
  const { status, text } = inContainer(IMAGE, ['--version']);
  expectThat('rustward runs', status === 0 && /^\d+\.\d+\.\d+\n$/.test(text), text);
  const shell = 'id -u; cargo clippy --version; cmake --version; make --version; clang --version';
  const built = inContainer(IMAGE, ['-c', shell], ['--entrypoint', 'sh']);
  expectThat(
    'it is no root, and has what projects are built with',
    built.text.startsWith('1000\n') && built.status === 0,
    built.text,
  );
}

function sandbox(): void {
  const { text } = inContainer(IMAGE, ['doctor'], DOCUMENTED);
  expectThat(
    'doctor finds the sandbox with the options of the page',
    /^ok +sandbox +bubblewrap$/m.test(text),
    text,
  );
  for (const option of DOCUMENTED.filter(
    (one) => one !== '--security-opt' && !/apparmor/.test(one),
  )) {
    const others = DOCUMENTED.filter((one, at) => one !== option && DOCUMENTED[at + 1] !== option);
    const without = inContainer(IMAGE, ['doctor'], others);
    expectThat(`it needs ${option}`, /^missing +sandbox/m.test(without.text), without.text);
  }
}

function scan(): void {
  const examples = join(ROOT, 'examples/archive-reader');
  const { status, text } = inContainer(
    IMAGE,
    ['scan', '/src'],
    ['--volume', `${examples}:/src:ro`],
  );
  expectThat(
    'a scan reads what is mounted',
    (status === 0 || status === 1) && /files, [\d,]+ lines/.test(text),
    text,
  );
}

function documentedOptions(): string[] {
  const page = readFileSync(join(ROOT, 'docs/install-app.md'), 'utf8');
  return [...page.matchAll(/--security-opt (\S+)/g)].flatMap(([, value = '']) => [
    '--security-opt',
    value,
  ]);
}

function expectThat(what: string, holds: boolean, seen: string): void {
  say(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  if (holds) return;
  failed += 1;
  say(seen);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
