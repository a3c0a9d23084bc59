import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import {
  CodeActionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  FileChangeType,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
} from 'vscode-languageserver-protocol/node';
import { COMPILED } from '../../support/compiled.ts';
import { CLI } from '../../support/once/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DEFECT = `#include <stdlib.h>
int first(void) {
  int *list = malloc(4);
  if (list == NULL) return 0;
  *list = 1;
  free(list);
  return *list;
}
`;
const MENDED = DEFECT.replace(
  '  free(list);\n  return *list;',
  '  int all = *list;\n  free(list);\n  return all;',
);

interface Editor {
  readonly connection: ProtocolConnection;
  /** The next diagnostics of a file. */
  next(file: string): Promise<PublishDiagnosticsParams>;
  /** The next message to the user. */
  message(): Promise<string>;
  /** What has been said of how far a scan is. */
  readonly progress: readonly string[];
  /** What the server wants to hear of. */
  readonly watched: readonly string[];
  readonly ended: Promise<number | null>;
}

/** What has arrived, for who waits for it. */
class Inbox<Item> {
  private readonly items: Item[] = [];
  private readonly arrivals = new EventEmitter();

  add(item: Item): void {
    this.items.push(item);
    this.arrivals.emit('item');
  }

  async take(isWanted: (item: Item) => boolean): Promise<Item> {
    for (;;) {
      const index = this.items.findIndex(isWanted);
      const [found] = index < 0 ? [] : this.items.splice(index, 1);
      if (found !== undefined) return found;
      await once(this.arrivals, 'item');
    }
  }
}

const open: Editor[] = [];
afterEach(async () => {
  for (const { connection, ended } of open.splice(0)) {
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await ended).toBe(0);
    connection.dispose();
  }
});

/** A client as an editor is one, with a server of its own. */
function editor(folder: string | undefined, ...options: string[]): Promise<Editor> {
  return startEditor(folder, options, () => undefined);
}

/** @param onRegistration may refuse to tell the server what it wants to hear of */
async function startEditor(
  folder: string | undefined,
  options: readonly string[],
  onRegistration: () => void,
): Promise<Editor> {
  const args = ['lsp', '--stdio', '--cache-dir', temporaryFolder({}), ...options];
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    env: { ...process.env, ...COMPILED },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const diagnostics = new Inbox<PublishDiagnosticsParams>();
  connection.onNotification(PublishDiagnosticsNotification.type, (params) =>
    diagnostics.add(params),
  );
  const messages = new Inbox<string>();
  connection.onNotification(ShowMessageNotification.type, ({ message }) => messages.add(message));
  const progress: string[] = [];
  const watched: string[] = [];
  connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
    connection.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind === 'report' && value.message !== undefined) progress.push(value.message);
    });
  });
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    onRegistration();
    watched.push(...registrations.map(({ method }) => method));
  });
  connection.listen();
  const uri = folder === undefined ? undefined : pathToFileURL(folder).href;
  const { serverInfo } = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: uri === undefined ? null : [{ uri, name: 'project' }],
    capabilities: {
      window: { workDoneProgress: true },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    },
  });
  expect(serverInfo?.name).toBe('rustward');
  await connection.sendNotification(InitializedNotification.type, {});
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
  const client: Editor = {
    ...{ connection, ended, progress, watched },
    next: (path) => diagnostics.take(({ uri: found }) => found === pathToFileURL(path).href),
    message: () => messages.take(() => true),
  };
  open.push(client);
  return client;
}

test('shows the findings of a folder, and takes them back when a save has mended them', async () => {
  const folder = temporaryFolder({
    'src/list.c': DEFECT,
    'other.c': 'int other(void) { return 0; }\n',
  });
  const file = join(folder, 'src/list.c');
  const { connection, next, progress } = await editor(folder);

  const { diagnostics } = await next(file);
  // There are two files, which are gone over several times.
  expect(progress.length).toBeGreaterThan(0);
  for (const said of progress) expect(said).toMatch(/^\d+ of \d+ passes over files$/);
  expect(diagnostics).toMatchObject([
    {
      range: { start: { line: 6, character: 9 }, end: { line: 6, character: 14 } },
      severity: 1,
      source: 'rustward',
      code: 'use_after_free',
      message: expect.stringContaining('uses memory that has been freed'),
      data: { cwe: [416] },
    },
  ]);
  expect(
    diagnostics[0]?.relatedInformation?.map(({ location, message }) => [
      location.range.start.line,
      message,
    ]),
  ).toEqual([
    [2, 'allocated by malloc'],
    [5, 'it is freed here'],
    [6, 'it is used here'],
  ]);

  const textDocument = { uri: pathToFileURL(file).href };
  expect(diagnostics[0]?.codeDescription?.href).toMatch(/\/docs\/rules\.md#lifetime-of-memory/);
  const hover = (line: number) =>
    connection.sendRequest(HoverRequest.type, { textDocument, position: { line, character: 10 } });
  expect(await hover(6)).toMatchObject({
    contents: { kind: 'markdown', value: expect.stringContaining('`use_after_free`') },
  });
  expect(await hover(2)).toBeNull();
  const [action] =
    (await connection.sendRequest(CodeActionRequest.type, {
      ...{
        textDocument,
        range: { start: { line: 6, character: 0 }, end: { line: 6, character: 0 } },
      },
      context: { diagnostics },
    })) ?? [];
  expect(action).toMatchObject({
    kind: 'quickfix',
    edit: {
      changes: {
        [textDocument.uri]: [
          { range: { start: { line: 6 } }, newText: '  // rustward-ignore: use_after_free \n' },
        ],
      },
    },
  });

  writeFileSync(file, MENDED);
  await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument });
  expect(await next(file)).toMatchObject({ diagnostics: [] });
  expect(readFileSync(file, 'utf8')).toBe(MENDED);
});

test('shows a file that is in no folder, and places to look at as hints where they are wanted', async () => {
  const file = join(
    temporaryFolder({
      'get.c':
        'struct item { int size; };\nint size_of(struct item *item) {\n  return item->size;\n}\n',
    }),
    'get.c',
  );
  const { connection, next } = await editor(undefined, '--places');
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri: pathToFileURL(file).href, languageId: 'c', version: 1, text: '' },
  });
  const { diagnostics } = await next(file);
  expect(new Set(diagnostics.map(({ severity }) => severity))).toEqual(new Set([4]));
});

test('goes by what the repository has settled of rules', async () => {
  const folder = temporaryFolder({
    ...{ 'list.c': DEFECT, 'other.c': DEFECT },
    '.github/rustward.yml':
      'review:\n  severity: { use_after_free: low }\n  folders: [{ path: ., min_confidence: 0.5 }]\n',
  });
  const { next } = await editor(folder);
  const { diagnostics } = await next(join(folder, 'other.c'));
  expect(diagnostics).toMatchObject([{ severity: 3, code: 'use_after_free' }]);
});

test('says what is wrong with a configuration, and goes on when it is mended', async () => {
  const folder = temporaryFolder({
    'list.c': DEFECT,
    '.github/rustward.yml': 'review:\n  exclude: 5\n',
  });
  const { connection, next, message } = await editor(folder);
  const file = join(folder, 'list.c');
  const save = () =>
    connection.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href },
    });
  expect(await message()).toMatch(/^Rustward: .*rustward\.yml/);
  writeFileSync(join(folder, '.github/rustward.yml'), 'review:\n  exclude: []\n');
  await save();
  expect((await next(file)).diagnostics).toHaveLength(1);
});

test('shows what is found in a text that is not saved, and in files that something else has changed', async () => {
  const folder = temporaryFolder({
    'list.c': MENDED,
    'other.c': 'int other(void) { return 0; }\n',
  });
  const [file, other] = [join(folder, 'list.c'), join(folder, 'other.c')];
  const { connection, next, watched } = await editor(folder);
  const uri = pathToFileURL(file).href;
  const document = { uri, languageId: 'c', version: 1, text: MENDED };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: document,
  });
  const edit = (version: number, text: string) =>
    connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  await edit(2, `\n${DEFECT}`);
  expect(await next(file)).toMatchObject({
    uri,
    diagnostics: [{ code: 'use_after_free', range: { start: { line: 7 } } }],
  });
  expect(readFileSync(file, 'utf8')).toBe(MENDED);
  // It is closed without being saved: the file on disk counts again.
  await connection.sendNotification(DidCloseTextDocumentNotification.type, {
    textDocument: { uri },
  });
  expect((await next(file)).diagnostics).toEqual([]);

  expect(watched).toEqual(['workspace/didChangeWatchedFiles']);
  writeFileSync(other, DEFECT);
  await connection.sendNotification(DidChangeWatchedFilesNotification.type, {
    changes: [{ uri: pathToFileURL(other).href, type: FileChangeType.Changed }],
  });
  expect((await next(other)).diagnostics).toMatchObject([{ code: 'use_after_free' }]);
});

test('offers the fix of a finding first, made for what the editor shows', async () => {
  const text = `#include <stdio.h>
void greet(FILE *out) {
  char name[64];
  if (fgets(name, sizeof name, stdin) == NULL) return;
  fprintf(out, name);
}
`;
  const folder = temporaryFolder({ 'greet.c': text });
  const file = join(folder, 'greet.c');
  const textDocument = { uri: pathToFileURL(file).href };
  const { connection, next } = await editor(folder);
  await next(file);
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { ...textDocument, languageId: 'c', version: 1, text },
  });
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { ...textDocument, version: 2 },
    contentChanges: [{ text: `\n${text}` }],
  });
  const { diagnostics } = await next(file);
  expect(diagnostics).toMatchObject([{ code: 'format_string', range: { start: { line: 5 } } }]);

  const actions = await connection.sendRequest(CodeActionRequest.type, {
    ...{ textDocument, context: { diagnostics } },
    range: { start: { line: 5, character: 0 }, end: { line: 5, character: 0 } },
  });
  const place = { line: 5, character: 15 };
  expect(actions).toMatchObject([
    {
      title: 'Print it by "%s"',
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'format_string' }],
      edit: {
        changes: {
          [textDocument.uri]: [{ range: { start: place, end: place }, newText: '"%s", ' }],
        },
      },
    },
    { title: 'Suppress format_string here; then write the reason' },
  ]);

  writeFileSync(file, `#include "own.h"\n${text}`);
  writeFileSync(join(folder, 'own.h'), 'int fprintf(FILE *out, const char *text);\n');
  await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument });
  const own = await next(file);
  expect(own.diagnostics).toMatchObject([{ code: 'format_string' }]);
  const ofOwn = await connection.sendRequest(CodeActionRequest.type, {
    ...{ textDocument, context: own },
    range: { start: place, end: place },
  });
  expect(ofOwn).toMatchObject([{ title: 'Suppress format_string here; then write the reason' }]);

  writeFileSync(file, text.replace('name);', '"%s", name);'));
  await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument });
  expect((await next(file)).diagnostics).toEqual([]);
});

test('goes on where the editor refuses to watch files', async () => {
  const folder = temporaryFolder({ 'list.c': DEFECT });
  const { next } = await startEditor(folder, [], () => {
    throw new Error('no watcher');
  });
  expect((await next(join(folder, 'list.c'))).diagnostics).toHaveLength(1);
});
