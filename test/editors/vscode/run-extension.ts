/**
 * Runs an extension as VS Code does, with a module `vscode` that is a stub: `node run-extension.ts FOLDER OPENED`.
 * Writes what has come of it to standard output, as JSON.
 */
import childProcess from 'node:child_process';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { documentOf, Range, vscodeStub } from './vscode-stub.ts';

const openedSchema = z.object({
  ...{ folder: z.string(), file: z.string(), text: z.string() },
  settings: z.record(z.string(), z.unknown()),
});
const extensionSchema = z.object({
  activate: z.custom<(context: object) => Promise<void>>((value) => typeof value === 'function'),
  deactivate: z.custom<() => Promise<void>>((value) => typeof value === 'function'),
});

const [, , folder = '', json = ''] = process.argv;
const opened = openedSchema.parse(JSON.parse(json));
const { vscode, told } = vscodeStub(opened);
Object.assign(globalThis, { vscodeStub: vscode });
registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode'
      ? { url: 'stub:vscode', format: 'commonjs', shortCircuit: true }
      : next(name, context),
  load: (url, context, next) =>
    url === 'stub:vscode'
      ? {
          ...{ format: 'commonjs', shortCircuit: true },
          source: 'module.exports = globalThis.vscodeStub',
        }
      : next(url, context),
});

/** The servers that were started, and the exit codes of those that have ended. */
const started: string[][] = [];
const exits: Promise<unknown>[] = [];
const { spawn } = childProcess;
Object.assign(childProcess, {
  spawn: (command: string, args: string[], options: object) => {
    const child = spawn(command, args, options);
    started.push([command, ...args]);
    exits.push(new Promise((resolve) => child.on('exit', resolve).on('error', resolve)));
    return child;
  },
});

const diagnosed = new Promise<void>((resolve) => {
  told.onDiagnostics = () => {
    if ((told.diagnostics.get(opened.file)?.length ?? 0) > 0) resolve();
  };
});
const extension = extensionSchema.parse(
  createRequire(import.meta.url)(join(folder, 'extension.js')),
);
const subscriptions: unknown[] = [];
await extension.activate({ subscriptions, asAbsolutePath: (path: string) => join(folder, path) });
const isRunning = told.errors.length === 0;
if (isRunning) await diagnosed;
const diagnostics = told.diagnostics.get(opened.file) ?? [];
const context = { diagnostics, only: undefined, triggerKind: 1 };
const token = { isCancellationRequested: false, onCancellationRequested: () => undefined };
const [provider] = told.codeActions;
const actions = await provider?.provideCodeActions(
  ...[documentOf(opened), new Range(0, 0, 0, 0), context, token],
);
await told.commands.get('rustward.showLog')?.();
await told.commands.get('rustward.restart')?.();
await extension.deactivate();
const codes = await Promise.all(exits);
const found = diagnostics.map(({ code, severity, source }) => ({ code, severity, source }));
process.stdout.write(
  JSON.stringify({
    ...{ started, codes, found, errors: told.errors, shownLogs: told.shownLogs },
    ...{ commands: [...told.commands.keys()], subscriptions: subscriptions.length },
    actions: actions?.map(({ title, isPreferred }) => ({ title, isPreferred })),
  }),
);
