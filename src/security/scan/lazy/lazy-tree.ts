import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isHeaderPath, languageOfPath, languageOfScanned } from '../../../code/syntax/language.ts';
import { indexWords, type WordIndex } from '../../../code/syntax/word-index.ts';
import type { SourceFile } from '../../../workspace/files/source-files.ts';
import { readSourceText } from '../../../workspace/files/source-text.ts';
import type { FunctionOutline } from '../../candidates/file-analysis.ts';
import { outlineOf } from '../function-outlines.ts';
import type { SurveyedRust } from '../rust-digests.ts';
import type { ScannedFile } from '../scan-file.ts';
import {
  examineFiles,
  type KnowledgeState,
  newStateOf,
  outlinesIn,
  surveyFiles,
  surveyHeaders,
  surveyRust,
  withRust,
} from '../scan-rounds.ts';
import type { OpenedTree } from '../survey-tree.ts';
import type { SurveyedFile } from '../surveyed-file.ts';
import { type TreeView, viewOfFile } from '../tree-view.ts';
import { Mentions } from './mentions.ts';
import { unsurveyedUses } from './unsurveyed-uses.ts';

/** Indexes by the language and the digests of texts: most files of a base are those of the head. */
export type WordIndexes = Map<string, WordIndex>;

/**
 * A tree in which a file is surveyed when something asks for it. All of its headers are, since any file may
 * use their names; of the others it is known which words they hold.
 */
export class LazyTree {
  readonly opened: OpenedTree;
  /** What is surveyed: its files, and headers outside of it. */
  private readonly files: readonly SourceFile[];
  readonly paths: ReadonlySet<string>;
  /** Sources that can be asked for: neither headers nor Rust. */
  readonly indexes: ReadonlyMap<string, WordIndex>;
  readonly mentions: Mentions;
  private readonly headers: KnowledgeState;
  /** All Rust files are surveyed: few trees have many, and none of them is large. */
  private readonly rust: readonly SurveyedRust[];
  /** What was asked for; undefined where a file tells nothing. */
  private readonly surveys = new Map<string, SurveyedFile | undefined>();
  private current: KnowledgeState | undefined;
  /** By file, with the view that it was examined with. */
  private readonly examined = new Map<string, { view: string; file: ScannedFile }>();

  private constructor(
    opened: OpenedTree,
    headers: KnowledgeState,
    rust: readonly SurveyedRust[],
    indexes: ReadonlyMap<string, WordIndex>,
  ) {
    this.opened = opened;
    this.rust = rust;
    this.headers = headers;
    this.files = filesOf(opened);
    this.paths = new Set(opened.files.map(({ path }) => path));
    this.indexes = indexes;
    this.mentions = new Mentions(this.indexes, headers.knowledge.names);
  }

  /** Whether a file that was asked for could not be surveyed: what it tells may be missing in one version alone. */
  hasGaps = false;

  static async open(opened: OpenedTree, known: WordIndexes): Promise<LazyTree> {
    const { deps } = opened;
    const files = filesOf(opened);
    const quiet = { ...deps, onProgress: () => undefined };
    // Threads survey the headers while this one indexes the others.
    const [headers, indexes] = await Promise.all([
      surveyHeaders(files, quiet),
      indexesOf(opened, known),
    ]);
    const rust = await surveyRust(files, quiet);
    const tree = new LazyTree(opened, headers, rust, indexes);
    await tree.survey(files.map(({ path }) => path).filter(isHeaderPath));
    return tree;
  }

  /** Surveys what is not surveyed yet of some files. Gives whether there was any. */
  async survey(paths: Iterable<string>): Promise<boolean> {
    const asked = new Set(paths);
    const files = this.files.filter(
      ({ path }) => asked.has(path) && !this.surveys.has(path) && languageOfPath(path) !== 'rust',
    );
    if (files.length === 0) return false;
    const deps = { ...this.opened.deps, onProgress: () => undefined };
    const surveyed = await surveyFiles(files, this.headers, deps);
    for (const [at, { path }] of files.entries()) this.surveys.set(path, surveyed[at]);
    this.hasGaps ||= surveyed.includes(undefined);
    this.current = undefined;
    return true;
  }

  isSurveyed(path: string): boolean {
    return this.surveys.has(path);
  }

  surveyOf(path: string): SurveyedFile | undefined {
    return this.surveys.get(path);
  }

  /** What was surveyed, in the order of files. */
  get surveyed(): readonly SurveyedFile[] {
    return this.files.flatMap(({ path }) => this.surveys.get(path) ?? []);
  }

  /** What the files that were surveyed tell together. */
  get state(): KnowledgeState {
    this.current ??= this.newState();
    return this.current;
  }

  private newState(): KnowledgeState {
    const { surveyed } = this;
    const names = surveyed.map(({ survey: { file, names } }) => ({ file, names }));
    const others = [...this.indexes].filter(([path]) => !this.surveys.has(path));
    const uses = unsurveyedUses(
      others.map(([, index]) => index),
      names,
    );
    return withRust(newStateOf(surveyed, this.opened.deps.nameDigests, uses), this.rust);
  }

  /** The functions of a file: where it is not surveyed, as its words tell them, so that ways of calls lead through it. */
  outlinesIn(path: string): readonly FunctionOutline[] | undefined {
    const { state } = this;
    const targetsIn = (field: string) => state.knowledge.fieldTargets.get(field);
    return (
      outlinesIn(state, path) ??
      this.indexes.get(path)?.outlines.map((fn) => outlineOf(fn, targetsIn))
    );
  }

  /** What the analysis of the files depends on that were surveyed. */
  get view(): TreeView {
    const { root, limits, builds } = this.opened;
    return { root, limits, builds, state: this.state };
  }

  /** Runs every rule on some files, which have to be surveyed with all that they see. */
  async examine(paths: ReadonlySet<string>): Promise<ScannedFile[]> {
    const { state, view } = this;
    const wanted = this.opened.files.filter(({ path }) => paths.has(path));
    const views = new Map(wanted.map(({ path }) => [path, viewOfFile(path, view)]));
    const missing = wanted.filter(({ path }) => this.examined.get(path)?.view !== views.get(path));
    const examined = await examineFiles(missing, state, this.opened.deps);
    for (const file of examined)
      this.examined.set(file.file, { view: views.get(file.file) ?? '', file });
    return wanted.flatMap(({ path }) => this.examined.get(path)?.file ?? []);
  }
}

function filesOf({ files, outside }: OpenedTree): SourceFile[] {
  return [...files, ...outside];
}

async function indexesOf({ root, files, limits }: OpenedTree, known: WordIndexes) {
  const indexes = new Map<string, WordIndex>();
  const isAsked = ({ path }: SourceFile) => !isHeaderPath(path) && languageOfPath(path) !== 'rust';
  for (const { path } of files.filter(isAsked)) {
    const source = readSourceText(root, path, limits);
    if ('skip' in source) continue;
    const digest = createHash('sha256').update(source.text).digest('base64');
    const language = languageOfScanned(path, source.text) === 'cpp' ? 'cpp' : 'c';
    const index = known.get(`${language} ${digest}`) ?? indexWords(source.text, language);
    known.set(`${language} ${digest}`, index);
    indexes.set(path, index);
    // What threads have done is heard, and they are given more.
    await setImmediate();
  }
  return indexes;
}
