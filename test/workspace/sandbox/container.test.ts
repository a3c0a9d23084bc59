import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Container } from '../../../src/workspace/sandbox/container.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** An engine that runs this script in place of a container, and what it was asked to do. */
function engine(script: string): Container {
  const program = join(temporaryFolder(), 'docker');
  writeFileSync(program, `#!/bin/sh\n[ "$1" = rm ] && exit\n${script}\n`);
  chmodSync(program, 0o755);
  return new Container(program, 'gcc:14');
}

test.each([
  ['write', { kind: 'stopped', limit: 'disk' }],
  ['read', { kind: 'exited', status: 7 }],
] as const)('with access to %s, a tree that grows ends with %j', async (access, end) => {
  const tree = temporaryFolder();
  const grown = join(tree, 'grown');
  const run = await engine(`head -c 3000000 /dev/zero > '${grown}'; sleep 2.5; exit 7`).run({
    ...{ command: ['true'], tree, access },
    limits: { diskBytes: 1_000_000 },
  });
  expect(run.end).toMatchObject(end);
});

test('an engine that fails itself says why', async () => {
  const run = engine('echo "no such image" >&2; exit 125').run({
    ...{ command: ['true'], tree: temporaryFolder(), access: 'read' },
  });
  await expect(run).rejects.toThrow('the container did not start: no such image');
});
