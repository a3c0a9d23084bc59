import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { callTool } from '../../../src/agent/call-tool.ts';
import type { Permission } from '../../../src/agent/tool.ts';
import { openToolServer, type ToolServer } from '../../../src/agent/tools/tool-server.ts';

const PROGRAM = fileURLToPath(new URL('../../support/tool-server-program.ts', import.meta.url));

let open: ToolServer[] = [];
afterEach(() => {
  for (const server of open) server.close();
  open = [];
});

async function server(conduct = 'good', permission: 'read' | 'run' = 'run', startSeconds = 15) {
  const opened = await openToolServer({
    ...{ name: 'notes', permission, startSeconds, env: { PATH: process.env['PATH'] ?? '' } },
    command: [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM, conduct],
  });
  open.push(opened);
  const call = (
    name: string,
    args: unknown = {},
    { permissions = ['read', 'run'], signal = AbortSignal.timeout(20_000) }: CallOptions = {},
  ) =>
    callTool(
      { id: '1', name: `notes__${name}`, arguments: JSON.stringify(args) },
      { tools: opened.tools, permissions, signal, maxChars: 50_000 },
    );
  return { ...opened, call };
}

interface CallOptions {
  readonly permissions?: readonly Permission[];
  readonly signal?: AbortSignal;
}

describe('a server of tools', () => {
  test('offers tools with their schemas under its own name', async () => {
    const { tools, refused, call } = await server();
    const echo = tools.find(({ name }) => name === 'notes__echo');
    expect(echo).toMatchObject({
      description: 'Says it again.',
      permission: 'run',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    });
    expect(await call('echo', { text: 'two\nlines' })).toEqual({ ok: true, text: 'two\nlines' });
    expect(refused).toEqual([expect.stringContaining('"no name" of notes: no name that a model')]);
  });

  test('gets nothing of the environment, and no folder', async () => {
    const { call } = await server();
    const { text } = await call('environment');
    expect(JSON.parse(text)).toEqual(['/', 'PATH']);
  });

  test('needs the permission that it was given', async () => {
    const { call } = await server();
    const { ok, text } = await call('echo', { text: 'x' }, { permissions: ['read'] });
    expect([ok, text]).toEqual([false, expect.stringContaining('needs the permission to run')]);
    const reading = await server('good', 'read');
    expect(await reading.call('echo', { text: 'x' }, { permissions: ['read'] })).toEqual({
      ok: true,
      text: 'x',
    });
  });

  test('has its answers cut, and its own errors told', async () => {
    const { call } = await server();
    const { text } = await call('long');
    expect(text.length).toBeLessThan(17_000);
    expect(text).toContain('left out');
    expect(await call('refuse')).toEqual({
      ok: false,
      text: 'Error: there is no such note; list them first',
    });
    expect(await call('echo', { text: 3 })).toMatchObject({ ok: false });
    expect(await call('echo', 'text')).toMatchObject({ ok: false });
  });
});

describe('a server that', () => {
  test.each(['die', 'flood'])('has done %s is gone for good, and said to be', async (how) => {
    const { call } = await server();
    expect(await call(how)).toEqual({ ok: false, text: expect.stringMatching(/^Error: notes/) });
    const { ok, text } = await call('echo', { text: 'x' });
    expect([ok, text]).toEqual([false, expect.stringMatching(/^Error: notes is gone: it /)]);
  });

  test('hangs is left behind when the run ends', async () => {
    const { call } = await server();
    const stop = new AbortController();
    const call1 = call('hang', {}, { signal: stop.signal });
    // The server reads one message after the other: it has the first once it answers the second.
    expect(await call('echo', { text: 'first' })).toMatchObject({ ok: true });
    stop.abort(new Error('enough'));
    await expect(call1).rejects.toThrow('enough');
    expect(await call('echo', { text: 'still there' })).toMatchObject({ ok: true });
  });

  test.each([
    ['nonsense', 'it wrote something that is no message of MCP'],
    ['dead', 'it has ended'],
  ])('is %s offers no tools', async (conduct, reason) => {
    await expect(server(conduct)).rejects.toThrow(
      `the tool server notes offers no tools: ${reason}`,
    );
  });

  test('says nothing is not waited for', async () => {
    await expect(server('silent', 'run', 1)).rejects.toThrow(/offers no tools: .*timed out/i);
  });

  test('is not there offers no tools', async () => {
    const missing = { name: 'notes', permission: 'run' as const, env: {} };
    await expect(openToolServer({ ...missing, command: ['/no/such/program'] })).rejects.toThrow(
      /offers no tools: it did not start: .*ENOENT/,
    );
  });
});
