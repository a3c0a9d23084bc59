import { commands, type ExtensionContext, type LogOutputChannel, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { type Settings, serverCommand } from './server-command.ts';

const LANGUAGES = ['c', 'cpp', 'rust'] as const;

let client: LanguageClient | undefined;
/** The end of the last start or stop: they run one after the other. */
let settled: Promise<void> = Promise.resolve();

/** VS Code calls it when the first C, C++ or Rust file is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('Rustward', { log: true });
  const restart = (): Promise<void> => {
    settled = settled.then(stop).then(() => start(context.asAbsolutePath(PROGRAM), log));
    return settled;
  };
  context.subscriptions.push(
    log,
    commands.registerCommand('rustward.restart', restart),
    commands.registerCommand('rustward.showLog', () => log.show()),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rustward')) void restart();
    }),
  );
  await restart();
}

/** VS Code calls it before it ends. */
export function deactivate(): Promise<void> {
  settled = settled.then(stop);
  return settled;
}

/** Where `scripts/package-vscode.ts` puts the launcher of the program. */
const PROGRAM = 'server/bin/rustward.cjs';

async function start(bundled: string, log: LogOutputChannel): Promise<void> {
  const { execPath, versions, env } = process;
  const server = serverCommand(settings(), bundled, { execPath, version: versions.node });
  log.info([server.command, ...server.args].join(' '));
  const { command, args } = server;
  client = new LanguageClient(
    'rustward',
    'Rustward',
    { command, args, options: { env: { ...env, ...server.env } } },
    {
      documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
      outputChannel: log,
    },
  );
  // What fails here the client has shown already; another setting, or the command, starts it anew.
  await client.start().catch(() => undefined);
}

async function stop(): Promise<void> {
  const ending = client;
  client = undefined;
  if (ending?.isRunning() === true) await ending.stop();
}

function settings(): Settings {
  const own = workspace.getConfiguration('rustward');
  return {
    path: own.get<string>('path', ''),
    arguments: own.get<string[]>('arguments', []),
    places: own.get<boolean>('places', false),
  };
}
