import { lowerUnit, type TranslationUnit } from '../../code/c/unit.ts';
import { NO_PROJECT } from '../../code/flow/project/project-knowledge.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOfScanned } from '../../code/syntax/language.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { readUnitText } from './build/read-unit-text.ts';
import { buildOf, NO_BUILDS } from './build/tree-builds.ts';
import type { ScanOutcome } from './scan.ts';

/** The files of a scanned tree, lowered as its analysis has lowered them, each once. */
export class LoweredFiles {
  private readonly outcome: Pick<ScanOutcome, 'root' | 'knowledge' | 'builds'>;
  private readonly grammars: Grammars;
  private readonly units = new Map<string, Promise<TranslationUnit | undefined>>();

  constructor(outcome: Pick<ScanOutcome, 'root' | 'knowledge' | 'builds'>, grammars: Grammars) {
    this.outcome = outcome;
    this.grammars = grammars;
  }

  /** A file of C or C++; undefined where it cannot be read or is something else. */
  unit(file: string): Promise<TranslationUnit | undefined> {
    const known = this.units.get(file) ?? this.lowered(file);
    this.units.set(file, known);
    return known;
  }

  private async lowered(file: string): Promise<TranslationUnit | undefined> {
    const { root, knowledge = NO_PROJECT, builds = NO_BUILDS } = this.outcome;
    const source = readSourceText(root, file, TEXT_LIMITS);
    if ('skip' in source) return undefined;
    const language = languageOfScanned(file, source.text);
    if (language !== 'c' && language !== 'cpp') return undefined;
    const parser = await this.grammars.parser(language);
    const read = readUnitText(file, source.text, knowledge, buildOf(builds, file));
    const tree = await this.grammars.tree(language, read.text);
    return lowerUnit(tree, language, parser, read.symbols, read.built);
  }
}
