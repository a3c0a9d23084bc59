import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ToolServerOption } from '../../../src/agent/tools/parse-tool-server.ts';
import { withToolServers } from '../../../src/entry/review/tool-servers.ts';

const PROGRAM = join(import.meta.dirname, '../../support/tool-server-program.ts');

function server(name: string, conduct = 'good'): ToolServerOption {
  const flags = ['--disable-warning=ExperimentalWarning', PROGRAM, conduct];
  return { name, permission: 'read', command: [process.execPath, ...flags] };
}

function given() {
  const warnings: string[] = [];
  const onWarning = (line: string) => void warnings.push(line);
  return { warnings, deps: { tree: '/a/tree', env: { PATH: process.env['PATH'] }, onWarning } };
}

const soon = () => AbortSignal.timeout(20_000);

test('servers are there as long as their tools are used, know the tree, and are ended then', async () => {
  const { warnings, deps } = given();
  const found = await withToolServers([server('one'), server('two')], deps, async (tools) => {
    const [asked, echo] = ['one__environment', 'two__echo'].map((name) =>
      tools.find((tool) => tool.name === name),
    );
    return { said: await asked?.call({}, soon()), echo };
  });
  expect(JSON.parse(found.said ?? '')).toEqual(['/', 'PATH', 'RUSTWARD_TREE']);
  expect(warnings).toEqual([
    expect.stringContaining('"no name" of one'),
    expect.stringContaining('"no name" of two'),
  ]);
  await expect(found.echo?.call({ text: 'x' }, soon())).rejects.toThrow(/two/);
});

test('one that does not work is done without, and warned of', async () => {
  const { warnings, deps } = given();
  const names = await withToolServers([server('one', 'dead'), server('two')], deps, (tools) =>
    Promise.resolve(tools.map(({ name }) => name)),
  );
  expect(names).toContain('two__echo');
  expect(names.filter((name) => name.startsWith('one'))).toEqual([]);
  expect(warnings[0]).toContain('one');
});

test('they are ended where what uses them fails', async () => {
  const { deps } = given();
  let echo: (() => Promise<string>) | undefined;
  const run = withToolServers([server('one')], deps, (tools) => {
    const tool = tools.find(({ name }) => name === 'one__echo');
    echo = () => tool?.call({ text: 'x' }, soon()) ?? Promise.resolve('');
    return Promise.reject(new Error('it fails'));
  });
  await expect(run).rejects.toThrow('it fails');
  await expect(echo?.()).rejects.toThrow(/one/);
});

test('without any there are no tools', async () => {
  expect(await withToolServers([], given().deps, (tools) => Promise.resolve(tools))).toEqual([]);
});
