/** A server of tools for tests, by the official package. Usage: node tool-server-program.ts CONDUCT */
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const conduct = process.argv[2];
if (conduct === 'silent') setInterval(() => undefined, 1000);
else if (conduct === 'nonsense') process.stdout.write('Welcome!\n');
else if (conduct === 'dead') process.exit(3);
else await serve();

async function serve(): Promise<void> {
  const server = new McpServer({ name: 'notes', version: '1' });
  const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
    ({ text: said }) => text(said),
  );
  server.registerTool('environment', { description: 'Names its variables.' }, () =>
    text(JSON.stringify([process.cwd(), ...Object.keys(process.env).sort()])),
  );
  server.registerTool('long', { description: 'Says much.' }, () => text('x'.repeat(100_000)));
  server.registerTool('flood', { description: 'Says too much.' }, () => {
    process.stdout.write('x'.repeat(5_000_000));
    return text('');
  });
  server.registerTool('refuse', { description: 'Fails.' }, () => ({
    ...{ isError: true, ...text('there is no such note; list them first') },
  }));
  server.registerTool('die', { description: 'Ends.' }, () => process.exit(1));
  server.registerTool(
    'hang',
    { description: 'Never answers.' },
    () => new Promise(() => undefined),
  );
  server.registerTool('no name', { description: 'Has a name with a blank.' }, () => text(''));
  await server.connect(new StdioServerTransport());
}
