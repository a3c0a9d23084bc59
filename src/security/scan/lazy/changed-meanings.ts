import type { FileNames } from '../../../code/flow/project/file-names.ts';
import { printPlainData } from '../../../code/plain-data.ts';
import { LOCATION, type SurveyedFile } from '../surveyed-file.ts';
import type { LazyTree } from './lazy-tree.ts';

const WORD = /[A-Za-z_$][\w$]*/g;

/** What two versions of a tree say differently to the files that are the same in both. */
export interface ChangedMeanings {
  /** Functions, types, macros, variables and fields. */
  readonly names: ReadonlySet<string>;
  /** Files whose functions are called otherwise. */
  readonly files: ReadonlySet<string>;
}

/** Compares what the surveyed files of two versions tell. */
export function changedMeanings(head: LazyTree, base: LazyTree): ChangedMeanings {
  const names = new Set<string>();
  const defined = new Set<string>();
  for (const path of new Set([...head.paths, ...base.paths])) {
    const [now, before] = [head.surveyOf(path), base.surveyOf(path)];
    if (now?.digests.whole === before?.digests.whole) continue;
    for (const name of differing(summaryDigests(now), summaryDigests(before))) names.add(name);
    for (const name of differing(targetLists(now), targetLists(before))) names.add(name);
    if (now?.digests.names === before?.digests.names) continue;
    for (const name of differing(definitionsIn(now), definitionsIn(before))) defined.add(name);
  }
  for (const name of mentioningDefinitions(defined, [head, base])) names.add(name);
  for (const { fieldTargets } of [head.state.knowledge, base.state.knowledge])
    for (const [field, targets] of fieldTargets)
      if (targets.some((name) => names.has(name))) names.add(field);
  const [kept, keptBefore] = [head.state.knowledge.contents, base.state.knowledge.contents];
  for (const location of differing(printed(kept), printed(keptBefore)))
    names.add(location.slice(location.lastIndexOf('.') + 1));
  return { names, files: new Set(differentlyCalled(head, base)) };
}

function summaryDigests(surveyed: SurveyedFile | undefined): Map<string, string> {
  const digests = new Map<string, string>();
  if (surveyed === undefined) return digests;
  const { survey, digests: own } = surveyed;
  survey.summaries.forEach(({ name }, index) => {
    digests.set(name, own.unplacedSummaries[index] ?? '');
  });
  survey.fieldFunctions.forEach(({ name }, index) => {
    digests.set(name, `${digests.get(name) ?? ''} ${own.unplacedFieldFunctions[index]}`);
  });
  return digests;
}

function targetLists(surveyed: SurveyedFile | undefined): Map<string, string> {
  return new Map(
    surveyed?.survey.fieldTargets.map(([field, targets]) => [field, targets.join(' ')]),
  );
}

/** The definitions of each name in a file, as text. */
function definitionsIn(surveyed: SurveyedFile | undefined): Map<string, string> {
  const definitions = new Map<string, string>();
  if (surveyed === undefined) return definitions;
  for (const [name, text] of namedDefinitions(surveyed.survey))
    definitions.set(name, `${definitions.get(name) ?? ''}${text}\n`);
  return definitions;
}

function namedDefinitions({ names }: Pick<FileNames, 'names'>): (readonly [string, string])[] {
  const pairs: (readonly [string, unknown])[] = [
    ...names.macros.map((macro) => [macro.name, macro] as const),
    ...names.settings,
    ...names.typedefs,
    ...names.records.map((record) => [record.name, record] as const),
    ...names.enumerators,
    ...names.functions.map((fn) => [fn.name, fn] as const),
    ...names.classes.map((each) => [each.name, each] as const),
    ...names.globals.map((global) => [global.name, global] as const),
  ];
  return pairs.map(([name, value]) => [name, printPlainData(value)]);
}

/** Some names, and those whose definitions name them in turn. */
function mentioningDefinitions(
  changed: ReadonlySet<string>,
  trees: readonly LazyTree[],
): ReadonlySet<string> {
  const reached = new Set(changed);
  if (reached.size === 0) return reached;
  const naming = new Map<string, Set<string>>();
  for (const { survey } of trees.flatMap(({ surveyed }) => surveyed)) {
    for (const [name, text] of namedDefinitions(survey)) {
      for (const [word] of text.matchAll(WORD)) {
        const known = naming.get(word);
        if (known === undefined) naming.set(word, new Set([name]));
        else known.add(name);
      }
    }
  }
  // A set gives what is added to it while it is gone through, too.
  for (const name of reached) for (const other of naming.get(name) ?? []) reached.add(other);
  return reached;
}

/** Files whose own functions get something else from their callers. */
function differentlyCalled(head: LazyTree, base: LazyTree): string[] {
  const contexts = ({ state }: LazyTree) => {
    const all = new Map<string, string>();
    for (const [name, list] of state.knowledge.functions)
      for (const { file, context, closed } of list)
        all.set(`${file}\0${name}`, printPlainData([context, closed], LOCATION));
    return all;
  };
  return differing(contexts(head), contexts(base)).map((key) => key.slice(0, key.indexOf('\0')));
}

function printed(map: ReadonlyMap<string, unknown>): Map<string, string> {
  return new Map([...map].map(([key, value]) => [key, printPlainData(value, LOCATION)]));
}

/** The keys that do not have the same in both. */
function differing(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>) {
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (key) => left.get(key) !== right.get(key),
  );
}
