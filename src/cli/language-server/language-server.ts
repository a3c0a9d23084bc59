import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CodeActionKind,
  type Connection,
  createConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  TextDocumentSyncKind,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver/node';
import { languageOfPath } from '../../code/syntax/language.ts';
import { performReview } from '../../entry/review/perform-review.ts';
import { REPORT_DEFAULTS, type TreeOptions } from '../../entry/review/review-options.ts';
import { STAGE_LABELS } from '../../entry/review/stage-labels.ts';
import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import { settledBuild } from '../../github/configuration/build-options.ts';
import type { RuleInfo } from '../../security/report/report.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { loadVersion } from '../../workspace/version.ts';
import { findSettings } from '../options/repository-settings.ts';
import { Coalesced } from './coalesced.ts';
import { codeActions } from './code-actions.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { hoverAt } from './hover.ts';

export interface LanguageServerOptions {
  readonly tree: TreeOptions;
  /** Whether places to look at are shown, as hints. */
  readonly withPlaces: boolean;
}

/**
 * Serves an editor: each folder that is open is scanned at the start and whenever a source in it is saved,
 * with what earlier scans have found out, and its findings are published as diagnostics. A file outside of all
 * folders is scanned by itself. No model is asked, and nothing is written but the cache.
 * @returns a promise of the end of the editor
 */
export function serveEditor(options: LanguageServerOptions): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const targets = new Map<string, ScanTarget>();
  let folders: readonly string[] = [];

  const targetOf = (path: string): ScanTarget => {
    const known = targets.get(path);
    if (known !== undefined) return known;
    const target = new ScanTarget(path, connection, options);
    targets.set(path, target);
    return target;
  };
  const scanFor = (uri: string): void => {
    const path = pathOf(uri);
    if (path === undefined || languageOfPath(path) === undefined) return;
    void targetOf(folders.find((folder) => isBelow(path, folder)) ?? path).rescan();
  };

  connection.onInitialize((params): InitializeResult => {
    folders = foldersOf(params);
    return {
      serverInfo: { name: 'rustward', version: loadVersion() },
      capabilities: {
        textDocumentSync: { openClose: true, save: true, change: TextDocumentSyncKind.None },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
    };
  });
  connection.onInitialized(() => {
    for (const folder of folders) void targetOf(folder).rescan();
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri } }) => {
    const path = pathOf(uri);
    // What lies in a folder is scanned with it.
    if (path !== undefined && !folders.some((folder) => isBelow(path, folder))) scanFor(uri);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => scanFor(uri));
  connection.onHover(({ textDocument: { uri }, position }) => {
    const shown = [...targets.values()];
    const rules = new Map(shown.flatMap((target) => [...target.rules]));
    return hoverAt(
      shown.flatMap((target) => target.diagnosticsIn(uri)),
      rules,
      position,
    );
  });
  connection.onCodeAction(({ textDocument: { uri }, context }) =>
    codeActions(uri, context.diagnostics, (line) => indentation(pathOf(uri), line)),
  );
  const ended = new Promise<void>((resolve) => {
    connection.onExit(resolve);
  });
  connection.listen();
  return ended;
}

/** What is scanned as one: a folder, or a file outside of all folders. */
class ScanTarget {
  private readonly path: string;
  private readonly connection: Connection;
  private readonly options: LanguageServerOptions;
  private readonly scans: Coalesced;
  /** The rules of what was found last, by their ids. */
  rules: ReadonlyMap<string, RuleInfo> = new Map();
  /** What the editor has, by the addresses of files. */
  private published: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  constructor(path: string, connection: Connection, options: LanguageServerOptions) {
    this.path = path;
    this.connection = connection;
    this.options = options;
    this.scans = new Coalesced(() => this.scan());
  }

  rescan(): Promise<void> {
    return this.scans.ask();
  }

  diagnosticsIn(uri: string): readonly Diagnostic[] {
    return this.published.get(uri) ?? [];
  }

  private async scan(): Promise<void> {
    const progress = await this.connection.window.createWorkDoneProgress();
    progress.begin('Rustward', 0, 'scanning');
    try {
      await this.scanAndPublish(progress);
    } catch (thrown) {
      // The editor goes on; a person can correct the first two.
      const isTold = thrown instanceof UsageError || thrown instanceof IncompleteError;
      const text = isTold ? messageOf(thrown) : `a defect of Rustward: ${messageOf(thrown)}`;
      const message = `Rustward: ${text}`;
      // Not the window's own method, which asks and waits for an answer.
      await this.connection.sendNotification(ShowMessageNotification.type, {
        ...{ type: MessageType.Error, message },
      });
    } finally {
      progress.done();
    }
  }

  private async scanAndPublish(progress: WorkDoneProgressReporter): Promise<void> {
    const { tree, withPlaces } = this.options;
    const settings = await findSettings(this.path, undefined);
    const options = {
      ...REPORT_DEFAULTS,
      ...tree,
      ...settledBuild(tree, settings.build),
      exclude: [...settings.exclude, ...tree.exclude],
      minConfidence: settings.configuration.review.min_confidence,
      findingSettings: settings.findings,
      state: false,
    };
    const { report } = await performReview(
      { path: this.path, options },
      {
        env: process.env,
        onProgress: (stage, done, total) =>
          progress.report(
            Math.round((100 * done) / total),
            `${done} of ${total} ${STAGE_LABELS[stage]}`,
          ),
        onWarning: (line) => this.connection.console.warn(line),
      },
    );
    const found = diagnosticsOf(report, scanRootOf(this.path).root, withPlaces);
    for (const uri of this.published.keys())
      if (!found.has(uri)) await this.connection.sendDiagnostics({ uri, diagnostics: [] });
    for (const [uri, diagnostics] of found)
      await this.connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
    this.published = found;
    this.rules = new Map(report.rules.map((rule) => [rule.id, rule]));
    this.connection.console.info(report.notice);
    for (const { file, reason } of report.summary.skipped)
      this.connection.console.info(`${file}: ${reason}`);
  }
}

/** The blanks that a line of a file begins with; none where that cannot be read. */
function indentation(path: string | undefined, line: number): string {
  if (path === undefined) return '';
  const { root, file = '' } = scanRootOf(path);
  const source = readSourceText(root, file, TEXT_LIMITS);
  const text = 'skip' in source ? '' : (source.text.split('\n')[line] ?? '');
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri]);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

/** Undefined for what is no file of this machine, such as a text that was never saved. */
function pathOf(uri: string): string | undefined {
  return URL.parse(uri)?.protocol === 'file:' ? fileURLToPath(uri) : undefined;
}

function isBelow(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below !== '' && !below.startsWith('..') && !isAbsolute(below);
}
