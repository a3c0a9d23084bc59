import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { bubblewrapRuns, inSandbox, users } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'canary-5e0b1f9c';

inSandbox.each(users)(
  'what a program reaches in bubblewrap, run by %s (needs bubblewrap)',
  (user) => {
    const { tree, run, shell } = bubblewrapRuns(user);

    const servers: Server[] = [];

    afterEach(() => {
      delete process.env['RUSTWARD_TEST_CANARY'];
      for (const server of servers.splice(0)) server.close();
    });

    async function listen(
      where: ListenOptions,
    ): Promise<{ server: Server; callers: () => number }> {
      let callers = 0;
      const server = createServer((socket) => {
        callers += 1;
        socket.destroy();
      });
      servers.push(server);
      server.listen(where);
      await once(server, 'listening');
      return { server, callers: () => callers };
    }

    test('a harmless program runs, with its status, its input and its output', async () => {
      const result = await shell('cat; pwd; echo lost >&2; exit 7', { input: 'given\n' });
      expect(result).toEqual({
        end: { kind: 'exited', status: 7 },
        reached: [],
        stdout: 'given\n/work\n',
        stderr: 'lost\n',
      });
    });

    test('a writable tree keeps what is written, and belongs to who asked', async () => {
      const folder = tree();
      await shell('echo made > made; mkdir sub; echo too > sub/too', {
        tree: folder,
        access: 'write',
      });
      expect(readFileSync(join(folder, 'sub/too'), 'utf8')).toBe('too\n');
      expect(statSync(join(folder, 'made')).uid).toBe(statSync(folder).uid);
    });

    test('the home folder is not there', async () => {
      const { end, stdout } = await shell(`ls -a ${homedir()} /home /root; ls -a ~`);
      expect(stdout.split('\n').filter((line) => line !== '')).toEqual(['.', '..']);
      expect(end).toEqual({ kind: 'exited', status: 0 });
    });

    test('the environment holds nothing of ours, in no process', async () => {
      process.env['RUSTWARD_TEST_CANARY'] = SECRET;
      const { stdout } = await shell('env; cat /proc/*/environ | tr "\\0" "\\n"', {
        environment: { CC: 'gcc' },
      });
      expect(stdout).not.toContain(SECRET);
      const names = stdout.split('\n').map((line) => line.split('=')[0] ?? '');
      const allowed = ['', 'CC', 'HOME', 'LANG', 'OLDPWD', 'PATH', 'PWD', 'TMPDIR', '_'];
      expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
      expect(names).toContain('CC');
    });

    test('nothing outside is named or readable: other files, where the tree is, descriptors', async () => {
      const folder = tree();
      const outside = temporaryFolder({ secret: SECRET });
      const { stdout } = await shell(
        `cat ${outside}/secret /etc/passwd /etc/shadow; cat /proc/*/cmdline; ls -l /proc/*/fd; ls /`,
        { tree: folder },
      );
      expect(stdout).not.toContain(SECRET);
      expect(stdout).not.toContain('root:');
      expect(stdout).not.toContain(folder);
      expect(
        stdout
          .trim()
          .split('\n')
          .filter((line) => /^(home|root|var|run|sys|boot|srv)$/.test(line)),
      ).toEqual([]);
    });

    test('nothing can be written outside of /tmp, and nothing in a tree for reading', async () => {
      const folder = tree();
      const places = [
        '/x',
        '/work/x',
        '/usr/x',
        '/etc/x',
        '/dev/x',
        '/proc/x',
        '/root/x',
        '/var/x',
      ];
      const script = places
        .map((place) => `(echo > ${place}) 2>/dev/null && echo ${place}`)
        .join('\n');
      const { stdout } = await shell(`${script}\necho > /tmp/x && echo /tmp/x`, { tree: folder });
      expect(stdout).toBe('/tmp/x\n');
      expect(readdirSync(folder)).toEqual(['escape']);
      expect(places.slice(2).filter((place) => existsSync(place))).toEqual([]);
    });

    test('a tree for writing ends at its edge', async () => {
      const folder = tree();
      const { end } = await shell('echo > ../x', { tree: folder, access: 'write' });
      expect(end).toEqual({ kind: 'exited', status: 2 });
    });

    test('a link out of the tree leads nowhere', async () => {
      const folder = tree();
      const outside = temporaryFolder({ secret: SECRET });
      symlinkSync(join(outside, 'secret'), join(folder, 'link'));
      symlinkSync(outside, join(folder, 'folder'));
      const { stdout, stderr } = await shell(
        'cat link folder/secret; echo x > link; echo x > folder/new; ln -s / tree; ls tree/home',
        { tree: folder, access: 'write' },
      );
      expect(stdout).toBe('');
      expect(stderr).toMatch(/link: No such file/);
      expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(SECRET);
      expect(readdirSync(outside)).toEqual(['secret']);
    });

    test('a server of this machine cannot be reached', async () => {
      const { server, callers } = await listen({ host: '127.0.0.1', port: 0 });
      const address = server.address();
      const port = typeof address === 'object' ? String(address?.port) : '';
      const { stdout } = await run(['./escape', 'connect', port]);
      expect(stdout).toBe('connect: Connection refused\n');
      expect(callers()).toBe(0);
      const { stdout: interfaces } = await shell('cat /proc/net/dev | tail -n +3 | cut -d: -f1');
      expect(
        interfaces
          .trim()
          .split(/\s+/)
          .filter((name) => name === 'eth0'),
      ).toEqual([]);
    });

    test('a socket with an abstract name, and one that is a file, cannot be reached', async () => {
      const name = `rustward-test-${process.pid}`;
      const abstract = await listen({ path: `\0${name}` });
      const { stdout } = await run(['./escape', 'connect-abstract', name]);
      expect(stdout).toBe('connect: Connection refused\n');
      expect(abstract.callers()).toBe(0);
      const { stdout: found } = await shell('find / -xdev -type s 2>/dev/null');
      expect(found).toBe('');
    });

    test('other processes cannot be seen, signalled or traced', async () => {
      const { stdout, stderr } = await shell(
        `ls /proc | grep -c '^[0-9]'; kill -9 ${process.pid}; ./escape ptrace ${process.pid}`,
      );
      expect(Number(stdout.split('\n')[0])).toBeLessThan(10);
      expect(stdout).toContain('ptrace: No such process');
      expect(stderr).toContain('No such process');
    });

    test('the keys of who started it are out of reach', async () => {
      const { stdout } = await shell('./escape keys; cat /proc/keys /proc/key-users');
      const refused = ['keyctl', 'add_key', 'request_key'];
      expect(stdout).toBe(refused.map((call) => `${call}: Operation not permitted\n`).join(''));
    });

    test('the first process inside is not traced or read, and what a program starts may be', async () => {
      const folder = tree();
      const script = './escape first; cat /proc/1/mem /proc/1/maps; ./escape trace-child';
      const { stdout, stderr } = await shell(script, { tree: folder });
      const refused = ['attach', 'seize', 'process_vm_readv'];
      const lines = refused.map((call) => `${call}: Operation not permitted\n`);
      expect(stdout).toBe(`${lines.join('')}trace a child: done\n`);
      expect(stderr).toContain('/proc/1/mem');
    });

    test('no socket leads past the namespace, and no call past the filter', async () => {
      const { stdout } = await shell('./escape vsock; ./escape io-uring');
      expect(stdout).toBe(
        'vsock: Address family not supported by protocol\nio_uring: Function not implemented\n',
      );
    });

    test('a signal to everybody stays inside', async () => {
      const { end } = await shell('sleep 20 & kill -9 -1; wait; exit 4');
      expect(end).toEqual({ kind: 'exited', status: 4 });
    });

    test('settings of the kernel cannot be changed through /proc', async () => {
      const files = [
        'sys/kernel/core_pattern',
        'sys/vm/drop_caches',
        'sysrq-trigger',
        'self/oom_score_adj',
      ];
      const before = readFileSync('/proc/sys/kernel/core_pattern', 'utf8');
      const script = files.map((file) => `(echo 1 > /proc/${file}) 2>/dev/null && echo ${file}`);
      const { stdout } = await shell(script.join('\n'));
      expect(stdout).toBe('');
      expect(readFileSync('/proc/sys/kernel/core_pattern', 'utf8')).toBe(before);
    });

    test('the root of other processes leads no further than our own', async () => {
      const outside = temporaryFolder({ secret: SECRET });
      const { stdout } = await shell(
        `for root in /proc/*/root /proc/*/cwd; do cat $root/${outside}/secret; ls -d $root/home $root/root; done`,
      );
      expect(stdout).toBe('');
    });

    test('no rights can be gained: namespaces, user, devices, mounts', async () => {
      const { stdout } = await shell(
        './escape unshare; ./escape setuid; ./escape mknod; grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status',
      );
      expect(stdout).toMatch(
        /^unshare: (No space left on device|Operation not permitted)\nsetuid: (Invalid argument|Operation not permitted)\nmknod: Operation not permitted\nCapEff:\t0{16}\nNoNewPrivs:\t1\n$/,
      );
    });
  },
);
