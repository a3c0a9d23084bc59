import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compileEscape, inSandbox } from '../../support/bubblewrap.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNamed } from '../../support/processes-named.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MODULE = new URL('../../../src/workspace/sandbox/bubblewrap.ts', import.meta.url).href;

inSandbox('a process of ours that runs bubblewrap (needs bubblewrap)', () => {
  test('a descriptor that our parent left open is not open inside', () => {
    const outside = temporaryFolder({ secret: 'canary-5e0b1f9c' });
    const inner = ['/bin/sh', '-c', 'cat <&9; cat /proc/*/fd/9; echo end'];
    const code = `import { Bubblewrap } from ${JSON.stringify(MODULE)};
    const sandbox = new Bubblewrap('/usr/bin/bwrap');
    const run = await sandbox.run({ command: ${JSON.stringify(inner)}, tree: '/usr', access: 'read' });
    console.log(JSON.stringify(run));`;
    const script = `exec 9<${outside}/secret; exec "$0" --input-type=module -e "$1"`;
    const printed = execFileSync('/bin/sh', ['-c', script, process.execPath, code], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(printed).not.toContain('canary-5e0b1f9c');
    expect(printed).toContain('end');
  });

  test('nothing outlives us when we are killed', async () => {
    const folder = temporaryFolder();
    compileEscape(folder);
    // A name that no daemon of another test has.
    const mark = `mark-${randomUUID()}`;
    const code = `import { Bubblewrap } from ${JSON.stringify(MODULE)};
    const sandbox = new Bubblewrap('/usr/bin/bwrap');
    const script = ['/bin/sh', '-c', './escape daemonise ${mark}; sleep 2000'];
    await sandbox.run({ command: script, tree: ${JSON.stringify(folder)}, access: 'write' });`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: 'ignore',
    });
    const daemons = () => processesNamed(['./escape', 'daemonise', mark]);
    await eventually(() => expect(statSync(join(folder, mark)).size).toBeGreaterThan(0));
    expect(daemons()).not.toEqual([]);
    holder.kill('SIGKILL');
    await once(holder, 'close');
    await eventually(() => expect(daemons()).toEqual([]));
  });
});
