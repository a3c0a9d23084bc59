import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Container } from '../../../src/workspace/sandbox/container.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import type { SandboxCommand, SandboxResult } from '../../../src/workspace/sandbox/sandbox.ts';
import type { Engine } from '../../support/container-engine/engine.ts';
import { withEngine } from '../../support/container-engine/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;

withEngine('Podman', testsOf);
withEngine('Docker', testsOf);

function testsOf(engine: Engine) {
  const sandbox = new Container(engine.program, engine.image);
  const shell = (script: string, rest: Partial<SandboxCommand> = {}): Promise<SandboxResult> => {
    const limits = { wallSeconds: 30, cpuSeconds: 20, ...rest.limits };
    const command: SandboxCommand['command'] = ['/bin/sh', '-c', script];
    return sandbox.run({ command, tree: temporaryFolder(), access: 'read', ...rest, limits });
  };

  /** The containers that are left, which the engine removes a moment after they end. */
  const allGone = () => eventually(() => expect(engine.containers()).toEqual([]));

  test('is found where there is no bubblewrap, and an image is named', async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, engine.name), `#!/bin/sh\nexec ${engine.program} "$@"\n`, {
      mode: 0o755,
    });
    const found = await findSandbox({ path, image: engine.image });
    expect(found).toMatchObject({ isolates: true });
    expect(found.description).toContain(`with the image ${engine.image}`);
  });

  test('runs a harmless program, with its status, its input and its output', async () => {
    const result = await shell('cat; pwd; echo lost >&2; exit 7', { input: 'given\n' });
    expect(result).toEqual({
      end: { kind: 'exited', status: 7 },
      reached: [],
      stdout: 'given\n/work\n',
      stderr: 'lost\n',
    });
    await allGone();
  });

  test('keeps what is written to a tree for writing, which belongs to who asked', async () => {
    const tree = temporaryFolder();
    await shell('echo made > made; mkdir sub; echo too > sub/too', { tree, access: 'write' });
    expect(readFileSync(join(tree, 'sub/too'), 'utf8')).toBe('too\n');
    expect(statSync(join(tree, 'made')).uid).toBe(statSync(tree).uid);
  });

  test('can write to /tmp alone, and to no tree for reading', async () => {
    const tree = temporaryFolder({ kept: 'kept' });
    const places = ['/x', '/work/x', '/bin/x', '/etc/x', '/proc/x', '/sys/x', '/tmp/x'];
    const script = places.map((place) => `(echo > ${place}) 2>/dev/null && echo ${place}`);
    const { stdout } = await shell(script.join('\n'), { tree });
    expect(stdout).toBe('/tmp/x\n');
    expect(readdirSync(tree)).toEqual(['kept']);
  });

  test('knows nothing of our environment, and no file beside its tree', async () => {
    process.env['RUSTWARD_TEST_CANARY'] = 'canary-5e0b1f9c';
    try {
      const tree = temporaryFolder({ 'inside/a': '' });
      writeFileSync(join(tree, 'secret'), 'canary-5e0b1f9c');
      const { stdout } = await shell(
        `env; cat /proc/*/environ | tr "\\0" "\\n"; cat ../secret ${tree}/secret; ls ${dirname(tree)}`,
        { tree: join(tree, 'inside'), environment: { CC: 'gcc' } },
      );
      expect(stdout).not.toContain('canary-5e0b1f9c');
      expect(stdout).toContain('CC=gcc\n');
      expect(stdout).toContain('PATH=/usr/local/bin:/usr/bin:/bin\n');
    } finally {
      delete process.env['RUSTWARD_TEST_CANARY'];
    }
  });

  test('reaches no server of this machine', async () => {
    let callers = 0;
    const server = createServer((socket) => {
      callers += 1;
      socket.destroy();
    });
    server.listen({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    try {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const { stdout } = await shell(`nc -w 2 127.0.0.1 ${port} </dev/null && echo reached`);
      expect(stdout).toBe('');
      expect(callers).toBe(0);
    } finally {
      server.close();
    }
  });

  test('has no rights and gains none', async () => {
    const { stdout } = await shell('grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status');
    expect(stdout).toBe('CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n');
  });

  test('sees and signals no process but its own', async () => {
    const { stdout } = await shell(`ls /proc | grep -c '^[0-9]'; kill -9 ${process.pid}`);
    expect(Number(stdout)).toBeLessThan(10);
  });

  test('has its memory, its processes and its files bounded', async () => {
    const memory = await shell('head -c 400000000 /dev/zero | tail -c 400000000 | wc -c', {
      limits: { memoryBytes: 64 * MEGABYTE },
    });
    expect(memory.stdout).not.toContain('400000000');
    expect(existsSync('oom')).toBe(false);
    const processes = await shell(
      'i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo all; kill $(jobs -p)',
      { limits: { processes: 20 } },
    );
    expect(processes.stderr).toMatch(/fork/);
    const tree = temporaryFolder();
    await shell('head -c 50000000 /dev/zero > big', {
      ...{ tree, access: 'write', limits: { fileBytes: MEGABYTE } },
    });
    expect(statSync(join(tree, 'big')).size).toBe(MEGABYTE);
    const full = await shell('head -c 50000000 /dev/zero > /tmp/x; wc -c < /tmp/x', {
      limits: { diskBytes: 8 * MEGABYTE },
    });
    expect(Number(full.stdout)).toBeLessThanOrEqual(8 * MEGABYTE);
  });

  test('is stopped by the clock, by its output and by who started it, and leaves nothing', async () => {
    const clock = await shell('sleep 100', { limits: { wallSeconds: 2 } });
    expect(clock).toMatchObject({ end: { kind: 'stopped', limit: 'wall time' } });
    const output = await shell('yes', { limits: { outputBytes: 10_000 } });
    expect(output).toMatchObject({ end: { kind: 'stopped', limit: 'output' } });
    expect(output.stdout).toHaveLength(10_000);
    const tree = temporaryFolder();
    const stop = new AbortController();
    const run = shell('echo > begun; sleep 100; echo > later', {
      ...{ tree, access: 'write', signal: stop.signal },
    });
    await eventually(() => expect(existsSync(join(tree, 'begun'))).toBe(true));
    stop.abort();
    expect(await run).toMatchObject({ end: { kind: 'cancelled' } });
    await allGone();
    expect(readdirSync(tree)).toEqual(['begun']);
  });

  test('what was ended before it began does not run', async () => {
    const tree = temporaryFolder();
    const signal = AbortSignal.abort();
    const { end } = await shell('echo > ran', { tree, access: 'write', signal });
    expect(end).toEqual({ kind: 'cancelled' });
    await allGone();
    expect(readdirSync(tree)).toEqual([]);
  });

  test('an image that is not there is named, and not fetched', async () => {
    const sandbox = new Container(engine.program, 'localhost/not-there');
    const run = sandbox.run({ command: ['true'], tree: temporaryFolder(), access: 'read' });
    await expect(run).rejects.toThrow(/the container did not start: .*not-there/);
  });
}

/** An engine that runs this script in place of a container, and what it was asked to do. */
function engine(script: string): Container {
  const program = join(temporaryFolder(), 'docker');
  writeFileSync(program, `#!/bin/sh\n[ "$1" = rm ] && exit\n${script}\n`);
  chmodSync(program, 0o755);
  return new Container(program, 'gcc:14');
}

/** How a run ends whose tree grows beyond what it may, for all that its engine does then. */
async function endOfGrowth(access: SandboxCommand['access'], then: string) {
  const tree = temporaryFolder();
  const grown = join(tree, 'grown');
  const run = await engine(`head -c 3000000 /dev/zero > '${grown}'; ${then}`).run({
    ...{ command: ['true'], tree, access },
    limits: { diskBytes: 1_000_000 },
  });
  return run.end;
}

test('a tree for writing that grows too far ends the run', async () => {
  expect(await endOfGrowth('write', 'exec sleep 50')).toEqual({
    ...{ kind: 'stopped', limit: 'disk' },
  });
});

test('one for reading, which only others can write to, does not', async () => {
  expect(await endOfGrowth('read', 'sleep 2.5; exit 7')).toEqual({ kind: 'exited', status: 7 });
});

test('an engine that fails itself says why', async () => {
  const run = engine('echo "no such image" >&2; exit 125').run({
    ...{ command: ['true'], tree: temporaryFolder(), access: 'read' },
  });
  await expect(run).rejects.toThrow('the container did not start: no such image');
});

test.each([
  [126, 'Error: crun: cgroups in hybrid mode not supported: OCI runtime error', 'did not start'],
  [127, 'docker: Error response from daemon: failed to create task', 'did not start'],
])('neither does one whose runtime fails: status %d', async (status, said, message) => {
  const run = engine(`echo "${said}" >&2; exit ${status}`).run({
    ...{ command: ['true'], tree: temporaryFolder(), access: 'read' },
  });
  await expect(run).rejects.toThrow(message);
});

test('one that the engine makes only after its run was ended is removed, too', async () => {
  const asked = join(temporaryFolder(), 'asked');
  const program = join(temporaryFolder(), 'docker');
  // Three removals find nothing.
  const remove = `echo >> '${asked}'; [ $(wc -l < '${asked}') -lt 4 ] && exit 1; echo "$3"; exit`;
  writeFileSync(program, `#!/bin/sh\n[ "$1" = rm ] && { ${remove}; }\nexec sleep 50\n`);
  chmodSync(program, 0o755);
  const { end } = await new Container(program, 'gcc:14').run({
    ...{ command: ['true'], tree: temporaryFolder(), access: 'read' },
    signal: AbortSignal.timeout(1),
  });
  expect(end).toEqual({ kind: 'cancelled' });
  await eventually(() => expect(readFileSync(asked, 'utf8')).toBe('\n'.repeat(4)));
});

test('a status of a program is its own', async () => {
  const run = await engine('echo "sh: nothing: not found" >&2; exit 127').run({
    ...{ command: ['true'], tree: temporaryFolder(), access: 'read' },
  });
  expect(run.end).toEqual({ kind: 'exited', status: 127 });
});
