import { type Command, InvalidArgumentError } from 'commander';

const EXIT_CODES = `
Exit status:
  0  the App is created, and the file is written
  2  the command line or a setting is wrong, or the file exists
  3  there is no App, or GitHub did not give out its key

GITHUB_API_URL and GITHUB_SERVER_URL name another GitHub than github.com.
`;

interface CreateOptions {
  readonly url: string;
  readonly organization?: string;
  readonly output: string;
  readonly replace: boolean;
  readonly port: number;
}

/** `rustward app create` */
export function addCreateAppCommand(app: Command): void {
  app
    .command('create')
    .summary('create the App on GitHub, and write its settings to a file')
    .description(
      'Serves a page on this machine whose button creates the App on GitHub with the permissions and events ' +
        'that it needs, and writes its key and secret to a file that only you can read.',
    )
    .requiredOption('--url <address>', 'where GitHub reaches the App, such as https://your.host')
    .option('--organization <name>', 'to whom the App belongs instead of you')
    .option('--output <file>', 'the file that gets the settings', 'app.env')
    .option('--replace', 'write the file also where there is one', false)
    .option('--port <number>', 'of the page, for a tunnel; any by default', parsePort, 0)
    .addHelpText('after', EXIT_CODES)
    .action(async (options: CreateOptions) => {
      const { waitForSignal } = await import('./wait-for-signal.ts');
      const { createApp } = await import('./create-app.ts');
      const told = waitForSignal();
      const print = (text: string) => void process.stdout.write(text);
      await createApp({ ...options, env: process.env, told, print });
    });
}

function parsePort(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
  throw new InvalidArgumentError('it must be a number from 1 to 65535.');
}
