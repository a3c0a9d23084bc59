import type { RustKnowledge, RustSurvey } from './rust-knowledge.ts';

/**
 * The files that receive untrusted data from functions of other files, as arguments or as results: they
 * have to be looked at again to know where it goes on to.
 */
export function receivingFiles({ files }: RustKnowledge): ReadonlySet<string> {
  const returned = new Set<string>();
  const passedToFile = new Set<string>();
  const passedToTrait = new Set<string>();
  for (const survey of files) {
    for (const { name, owner, trait } of survey.returned) {
      returned.add(`${survey.file} ${owner}::${name}`);
      if (trait !== '') returned.add(`${trait}::${name}`);
    }
    for (const { file, name, owner } of survey.passed) {
      passedToFile.add(file);
      passedToTrait.add(`${owner}::${name}`);
    }
  }
  const receives = (survey: RustSurvey) =>
    passedToFile.has(survey.file) ||
    survey.functions.some(
      ({ name, trait }) => trait !== '' && passedToTrait.has(`${trait}::${name}`),
    ) ||
    survey.calls.some(
      ({ file, name, owner }) =>
        returned.has(`${file} ${owner}::${name}`) || returned.has(`${owner}::${name}`),
    );
  return new Set(files.filter(receives).map(({ file }) => file));
}
