import { fileURLToPath, pathToFileURL } from 'node:url';

/** What an extension has told VS Code. */
export interface Told {
  readonly commands: Map<string, () => unknown>;
  /** The last diagnostics of each file, by its path. */
  readonly diagnostics: Map<string, readonly Record<string, unknown>[]>;
  readonly codeActions: CodeActionProvider[];
  readonly errors: unknown[];
  shownLogs: number;
  /** Runs whenever there are new diagnostics. */
  onDiagnostics: () => void;
}

interface CodeActionProvider {
  provideCodeActions(
    document: unknown,
    range: unknown,
    context: unknown,
    token: unknown,
  ): Promise<readonly Record<string, unknown>[]>;
}

export interface Opened {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class Uri {
  readonly scheme: string;
  readonly fsPath: string;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(':'));
    this.fsPath = this.scheme === 'file' ? fileURLToPath(text) : '';
  }
  static parse(text: string): Uri {
    return new Uri(text);
  }
  static file(path: string): Uri {
    return new Uri(pathToFileURL(path).href);
  }
  toString(): string {
    return this.text;
  }
}

class Diagnostic {
  readonly range: unknown;
  readonly message: string;
  readonly severity: unknown;
  constructor(range: unknown, message: string, severity: unknown) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

class CodeAction {
  readonly title: string;
  readonly kind: unknown;
  constructor(title: string, kind: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

class CodeActionKind {
  static readonly QuickFix = new CodeActionKind('quickfix');
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class EventEmitter<Item> {
  private readonly listeners: ((item: Item) => void)[] = [];
  readonly event = (listener: (item: Item) => void) => {
    this.listeners.push(listener);
    return disposable;
  };
  fire(item: Item): void {
    for (const listener of this.listeners) listener(item);
  }
  dispose(): void {}
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => disposable };
  cancel(): void {}
  dispose(): void {}
}

class TextEdit {
  readonly range: unknown;
  readonly newText: string;
  constructor(range: unknown, newText: string) {
    this.range = range;
    this.newText = newText;
  }
}

class WorkspaceEdit {
  readonly edits: [string, unknown][] = [];
  set(uri: Uri, edits: unknown): void {
    this.edits.push([uri.fsPath, edits]);
  }
}

const disposable = { dispose: () => undefined };

/** An object of the interface: events never happen and registrations do nothing, unless it is stated what they do. */
function service(own: Readonly<Record<string, unknown>>): object {
  return new Proxy(own, {
    get: (target, name) =>
      typeof name === 'string' && /^(?:on|register|create)[A-Z]/.test(name) && !(name in target)
        ? () => disposable
        : Reflect.get(target, name),
  });
}

/** A text document as VS Code hands it to providers. */
export function documentOf({ file, text }: Opened) {
  const languageId = 'c';
  return { uri: Uri.file(file), languageId, version: 1, isClosed: false, getText: () => text };
}

/** The module `vscode` with one folder and one document open. Its classes that are not needed hold nothing. */
export function vscodeStub(opened: Opened): { readonly vscode: object; readonly told: Told } {
  const told: Told = {
    ...{ commands: new Map(), diagnostics: new Map(), codeActions: [], errors: [], shownLogs: 0 },
    onDiagnostics: () => undefined,
  };
  const known: Record<string, unknown> = {
    version: '1.140.0',
    ...{ Position, Range, Uri, Diagnostic, CodeAction, CodeActionKind, EventEmitter, TextEdit },
    ...{ CancellationTokenSource, WorkspaceEdit },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    LogLevel: { Trace: 1, Info: 3 },
    Disposable: { from: () => disposable },
    env: { appName: 'stub', language: 'en' },
    commands: service({
      registerCommand: (name: string, run: () => unknown) => {
        told.commands.set(name, run);
        return disposable;
      },
    }),
    workspace: service({
      workspaceFolders: [{ uri: Uri.file(opened.folder), name: 'project', index: 0 }],
      createFileSystemWatcher: () => service({ dispose: () => undefined }),
      textDocuments: [documentOf(opened)],
      notebookDocuments: [],
      getConfiguration: (section: string) => ({
        get: (name: string, value: unknown) => opened.settings[`${section}.${name}`] ?? value,
      }),
    }),
    window: service({
      ...{ tabGroups: service({ all: [] }), visibleTextEditors: [] },
      createOutputChannel: () => logChannel(told),
      showErrorMessage: (message: unknown) => Promise.resolve(told.errors.push(message)),
      withProgress: (_options: unknown, run: (progress: object, token: object) => unknown) =>
        run({ report: () => undefined }, { onCancellationRequested: () => disposable }),
    }),
    languages: service({
      match: () => 10,
      createDiagnosticCollection: () => collection(told),
      registerCodeActionsProvider: (_selector: unknown, provider: CodeActionProvider) => {
        told.codeActions.push(provider);
        return disposable;
      },
    }),
  };
  const vscode = new Proxy(known, {
    get(target, name) {
      if (typeof name === 'string') target[name] ??= class {};
      return Reflect.get(target, name);
    },
  });
  return { vscode, told };
}

function logChannel(told: Told): object {
  const nothing = () => undefined;
  return {
    ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    ...{ append: nothing, appendLine: nothing, dispose: nothing, logLevel: 3 },
    onDidChangeLogLevel: () => disposable,
    show: () => {
      told.shownLogs += 1;
    },
  };
}

function collection(told: Told): object {
  return {
    set: (uri: Uri, diagnostics: readonly Record<string, unknown>[] = []) => {
      told.diagnostics.set(uri.fsPath, diagnostics);
      told.onDiagnostics();
    },
    ...{ delete: () => undefined, clear: () => undefined, dispose: () => undefined },
  };
}
