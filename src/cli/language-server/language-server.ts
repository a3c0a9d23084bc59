import { relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import {
  CodeActionKind,
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  TextDocumentSyncKind,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver/node';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { languageOfPath } from '../../code/syntax/language.ts';
import { performReview, type ReviewRequest } from '../../entry/review/perform-review.ts';
import { REPORT_DEFAULTS, type TreeOptions } from '../../entry/review/review-options.ts';
import { STAGE_LABELS } from '../../entry/review/stage-labels.ts';
import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import { settledBuild } from '../../github/configuration/build-options.ts';
import { isBelow } from '../../leads-outside.ts';
import { headerTexts } from '../../security/fix/mechanical/header-texts.ts';
import type { Report, RuleInfo } from '../../security/report/report.ts';
import {
  findSourceFiles,
  SOURCE_EXTENSIONS,
  scanRootOf,
} from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { loadVersion } from '../../workspace/version.ts';
import { findSettings } from '../options/repository-settings.ts';
import { Coalesced } from './coalesced.ts';
import { codeActions } from './code-actions.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { hoverAt } from './hover.ts';
import { UnsavedTree } from './unsaved-tree.ts';

export interface LanguageServerOptions {
  readonly tree: TreeOptions;
  /** Whether places to look at are shown, as hints. */
  readonly withPlaces: boolean;
}

/**
 * Serves an editor: each folder that is open is scanned at the start, a moment after a source in it is edited, and when
 * files of it have changed, with what earlier scans have found out. Its findings are published as diagnostics. A file outside of all
 * folders is scanned by itself. No model is asked, and nothing is written but the cache.
 * @returns a promise of the end of the editor
 */
export function serveEditor(options: LanguageServerOptions): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const targets = new Map<string, ScanTarget>();
  /** What the editor has and no file yet, by path. */
  const unsaved = new Map<string, string>();
  /** The texts that the editor shows, by path. */
  const opened = new Map<string, string>();
  let folders: readonly string[] = [];
  let watches = false;

  const targetOf = (path: string): ScanTarget => {
    const known = targets.get(path);
    if (known !== undefined) return known;
    const target = new ScanTarget(path, connection, options, unsaved);
    targets.set(path, target);
    return target;
  };
  const scanFor = (uri: string): void => {
    const path = pathOf(uri);
    if (path === undefined || languageOfPath(path) === undefined) return;
    void targetFor(path).rescan();
  };
  const targetFor = (path: string): ScanTarget =>
    targetOf(folders.find((folder) => isBelow(folder, path)) ?? path);

  connection.onInitialize((params): InitializeResult => {
    folders = foldersOf(params);
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'rustward', version: loadVersion() },
      capabilities: {
        textDocumentSync: { openClose: true, save: true, change: TextDocumentSyncKind.Full },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
    };
  });
  connection.onInitialized(() => {
    if (watches) void watchSources(connection);
    for (const folder of folders) void targetOf(folder).rescan();
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => {
    const path = pathOf(uri);
    if (path !== undefined) opened.set(path, text);
    // What lies in a folder is scanned with it.
    if (path !== undefined && !folders.some((folder) => isBelow(folder, path))) scanFor(uri);
  });
  const edits = new Map<string, NodeJS.Timeout>();
  connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
    const path = pathOf(uri);
    const text = contentChanges.at(-1)?.text;
    if (path === undefined || text === undefined) return;
    unsaved.set(path, text);
    opened.set(path, text);
    clearTimeout(edits.get(path));
    edits.set(
      path,
      setTimeout(() => scanFor(uri), TYPING_PAUSE),
    );
  });
  const isSaved = (uri: string): boolean => {
    const path = pathOf(uri) ?? '';
    clearTimeout(edits.get(path));
    return unsaved.delete(path);
  };
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    isSaved(uri);
    scanFor(uri);
  });
  // What was edited and not kept is shown as it is on disk.
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    opened.delete(pathOf(uri) ?? '');
    if (isSaved(uri)) scanFor(uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) scanFor(uri);
  });
  connection.onHover(({ textDocument: { uri }, position }) => {
    const shown = [...targets.values()];
    const rules = new Map(shown.flatMap((target) => [...target.rules]));
    return hoverAt(
      shown.flatMap((target) => target.diagnosticsIn(uri)),
      rules,
      position,
    );
  });
  const grammars = loadGrammars();
  connection.onCodeAction(({ textDocument: { uri }, context }) => {
    const path = pathOf(uri);
    if (path === undefined) return [];
    const text = opened.get(path) ?? textOnDisk(path);
    const headers = () => targetFor(path).headersOf(path);
    return codeActions({ uri, path, text }, context.diagnostics, grammars, headers);
  });
  const ended = new Promise<void>((resolve) => {
    connection.onExit(() => {
      for (const target of targets.values()) target.close();
      resolve();
    });
  });
  connection.listen();
  return ended;
}

/** In milliseconds: who goes on typing sooner is not done with the line. */
const TYPING_PAUSE = 400;

/** Has the editor tell of sources that something else changes, such as a checkout; one that does not still tells of saves. */
async function watchSources(connection: Connection): Promise<void> {
  const watchers = [{ globPattern: `**/*{${SOURCE_EXTENSIONS.join(',')}}` }];
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  } catch (thrown) {
    connection.console.warn(`the editor watches no files: ${messageOf(thrown)}`);
  }
}

/** What is scanned as one: a folder, or a file outside of all folders. */
class ScanTarget {
  private readonly path: string;
  private readonly connection: Connection;
  private readonly options: LanguageServerOptions;
  private readonly unsaved: ReadonlyMap<string, string>;
  /** Of a folder: its copy with what is not saved. */
  private readonly tree: UnsavedTree | undefined;
  private readonly scans: Coalesced;
  /** The rules of what was found last, by their ids. */
  rules: ReadonlyMap<string, RuleInfo> = new Map();
  /** What the editor has, by the addresses of files. */
  private published: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  /** Of a folder: its files, as the last scan may have found them; undefined until they are asked for. */
  private sources: readonly string[] | undefined;

  /** @param unsaved what the editor has and no file yet, by path */
  constructor(
    path: string,
    connection: Connection,
    options: LanguageServerOptions,
    unsaved: ReadonlyMap<string, string>,
  ) {
    this.unsaved = unsaved;
    const { root, file } = scanRootOf(path);
    this.tree = file === undefined ? new UnsavedTree(root) : undefined;
    this.path = path;
    this.connection = connection;
    this.options = options;
    this.scans = new Coalesced(() => this.scan());
  }

  rescan(): Promise<void> {
    return this.scans.ask();
  }

  /** Removes what was made for it. */
  close(): void {
    this.tree?.close();
  }

  diagnosticsIn(uri: string): readonly Diagnostic[] {
    return this.published.get(uri) ?? [];
  }

  /** The texts of the headers that a file of it includes, as they are saved. */
  headersOf(path: string): Iterable<string> {
    const { root } = scanRootOf(this.path);
    if (this.tree !== undefined)
      this.sources ??= findSourceFiles(root).files.map(({ path }) => path);
    return headerTexts(root, relative(root, path), this.sources ?? []);
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
    this.sources = undefined;
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
    const shown = this.tree?.update(this.unsaved) ?? this.path;
    const report = await this.review(shown, options, progress);
    await this.publish(report, withPlaces);
  }

  private async review(
    path: string,
    options: ReviewRequest['options'],
    progress: WorkDoneProgressReporter,
  ): Promise<Report> {
    const { report } = await performReview(
      { path, options },
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
    return report;
  }

  private async publish(report: Report, withPlaces: boolean): Promise<void> {
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

/** The text of a file; empty where that cannot be read. */
function textOnDisk(path: string): string {
  const { root, file = '' } = scanRootOf(path);
  const source = readSourceText(root, file, TEXT_LIMITS);
  return 'skip' in source ? '' : source.text;
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri]);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

/** Undefined for what is no file of this machine, such as a text that was never saved. */
function pathOf(uri: string): string | undefined {
  return URL.parse(uri)?.protocol === 'file:' ? fileURLToPath(uri) : undefined;
}
