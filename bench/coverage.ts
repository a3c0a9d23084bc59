/**
 * How much of real code is followed: `npm run bench:coverage -- FOLDER [--places N]`. Each folder in
 * FOLDER is a project of its own. Counted are lines with code in functions and initialisers, as the lexer
 * finds them, and those of them with anything that was not looked at: by lowering in C and C++, in Rust by the
 * walk over functions. With --places, the first N of these follow.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lowerUnit, type TranslationUnit } from '../src/code/c/unit.ts';
import { surveyUnit } from '../src/code/flow/project/analyse-unit.ts';
import { joinSurveys } from '../src/code/flow/project/join-surveys.ts';
import {
  type FileSurvey,
  NO_PROJECT,
  type ProjectKnowledge,
  projectSymbols,
} from '../src/code/flow/project/project-knowledge.ts';
import { rustAccountOf } from '../src/code/rust/account/account.ts';
import { analyseRustFile } from '../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { isHeaderPath, languageOfScanned } from '../src/code/syntax/language.ts';
import { includedFiles } from '../src/security/scan/included-files.ts';
import { findSourceFiles } from '../src/workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../src/workspace/files/source-text.ts';

const { values, positionals } = parseArgs({
  options: { places: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? '.');
const grammars = loadGrammars();

let places = Number(values.places);
process.stdout.write(row('', 'files', 'failed', 'lines', 'not followed', 'followed %'));
for (const entry of readdirSync(folder))
  if (statSync(join(folder, entry)).isDirectory()) await measure(entry);

async function measure(name: string): Promise<void> {
  const { root, files: listed } = findSourceFiles(join(folder, name));
  const paths = [...listed, ...includedFiles(root, listed, TEXT_LIMITS)].map(({ path }) => path);
  let knowledge = NO_PROJECT;
  for (let round = 0; round < 2; round += 1) {
    const headers = paths.filter((path) => isHeaderPath(path));
    const surveys: FileSurvey[] = [];
    for (const path of headers) {
      const unit = await lowered(root, path, knowledge);
      if (unit !== undefined) surveys.push(surveyUnit(unit, path, knowledge));
    }
    knowledge = joinSurveys(surveys);
  }
  let [files, failed, lines, missed] = [0, 0, 0, 0];
  for (const path of paths) {
    try {
      const read = await accounted(root, path, knowledge);
      if (read === undefined) continue;
      files += 1;
      const { account, tree } = read;
      lines += account.lines;
      missed += account.unfollowedLines;
      let last = 0;
      for (const span of account.unfollowed) {
        const { line } = tree.location(span);
        if (line === last || places <= 0) continue;
        last = line;
        places -= 1;
        const text = tree.text.slice(span.start, span.end);
        process.stdout.write(`  ${name}/${path}:${line} ${span.reason} ${text}\n`);
      }
    } catch (thrown) {
      failed += 1;
      process.stdout.write(`  ${name}/${path}: ${String(thrown)}\n`);
    }
  }
  const share = ((1 - missed / Math.max(1, lines)) * 100).toFixed(3);
  process.stdout.write(row(name, ...[files, failed, lines, missed, share].map(String)));
}

/** A file with the account of it, in any of the languages. */
async function accounted(root: string, path: string, knowledge: ProjectKnowledge) {
  const source = readSourceText(root, path, TEXT_LIMITS);
  if ('skip' in source) return undefined;
  if (languageOfScanned(path, source.text) !== 'rust') return lowered(root, path, knowledge);
  const tree = await grammars.tree('rust', source.text);
  return { tree, account: rustAccountOf(analyseRustFile(tree, path)) };
}

async function lowered(
  root: string,
  path: string,
  knowledge: ProjectKnowledge,
): Promise<TranslationUnit | undefined> {
  const source = readSourceText(root, path, TEXT_LIMITS);
  if ('skip' in source) return undefined;
  const language = languageOfScanned(path, source.text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const tree = await grammars.tree(language, source.text);
  return lowerUnit(tree, language, parser, projectSymbols(knowledge, path, source.text));
}

function row(name: string, ...cells: string[]): string {
  return `${name.padEnd(18)}${cells.map((cell) => cell.padStart(14)).join('')}\n`;
}
