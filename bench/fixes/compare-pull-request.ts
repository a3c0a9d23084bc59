import { createHash } from 'node:crypto';
import { lowerUnit, type TranslationUnit } from '../../src/code/c/unit.ts';
import { surveyUnit } from '../../src/code/flow/project/analyse-unit.ts';
import { joinSurveys } from '../../src/code/flow/project/join-surveys.ts';
import {
  type FileSurvey,
  NO_PROJECT,
  type ProjectKnowledge,
  projectSymbols,
} from '../../src/code/flow/project/project-knowledge.ts';
import { type Grammars, loadGrammars } from '../../src/code/syntax/grammar.ts';
import { isHeaderPath, languageOfScanned } from '../../src/code/syntax/language.ts';
import { RULES } from '../../src/rules/index.ts';
import {
  type CandidateDraft,
  draftCandidates,
} from '../../src/security/candidates/draft-candidates.ts';
import { MIN_FINDING_CONFIDENCE } from '../../src/security/candidates/severity.ts';
import { CHANGE_RULES } from '../../src/security/scan/change-rules.ts';
import { findSourceFiles } from '../../src/workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../src/workspace/files/source-text.ts';
import { openRepository } from '../../src/workspace/git/repository.ts';
import { isNear } from './near.ts';
import { type PullRequest, withPullRequest } from './pull-requests.ts';
import type { Place, PullRequestResult } from './results-file.ts';

const DESCRIPTIONS = new Map(
  [...CHANGE_RULES.descriptions, ...RULES].map((rule) => [rule.id, rule]),
);

/**
 * Runs the change rules alone on pull requests, in seconds where a review takes a minute: files are
 * lowered with the names of the headers of the head, and nothing is analysed. What these rules report
 * a review reports too, at the same place or merged with what the scan has there.
 */
export class ChangeRulesOnly {
  private readonly grammars: Grammars = loadGrammars();
  private readonly surveys = new Map<string, FileSurvey>();

  /** @param objects the folder with the git objects of the repository */
  compare(
    objects: string,
    pull: PullRequest,
    options: readonly string[],
  ): Promise<PullRequestResult> {
    return withPullRequest(objects, pull, async ({ folder, base }) => {
      const started = performance.now();
      const git = await openRepository(folder);
      const knowledge = await this.headerNames(folder);
      const before = new Map((await git.files(base)).map(({ path, object }) => [path, object]));
      const drafts: CandidateDraft[] = [];
      for (const { path, oldPath, hunks } of await git.differences(base)) {
        const object = before.get(oldPath ?? '');
        if (path === undefined || object === undefined || hunks.length === 0) continue;
        const source = readSourceText(folder, path, TEXT_LIMITS);
        if ('skip' in source) continue;
        const [contents] = await git.contents([object]);
        const head = await this.lowered(path, source.text, knowledge);
        const old = await this.lowered(path, `${contents}`, knowledge);
        if (head === undefined || old === undefined) continue;
        const hits = CHANGE_RULES.run(old, head, path);
        const { language } = head;
        const analysis = { language, lines: 0, hits, functions: [], notes: [] };
        drafts.push(...draftCandidates(path, source.text, analysis, DESCRIPTIONS));
      }
      const changes = (await git.changes(base)).filter(({ path }) => pull.files.includes(path));
      const places = drafts.map((draft): Place => {
        const { file, line, pattern, severity, confidence } = draft;
        return { file, line, pattern, severity, confidence, near: isNear(draft, changes) };
      });
      const isFinding = ({ confidence }: Place) => confidence >= MIN_FINDING_CONFIDENCE;
      const findings = places.filter(isFinding);
      const { kind, repo, fix } = pull;
      return {
        ...{ kind, repo, fix, options: [...options] },
        ...{ verdict: findings.length > 0 ? 'findings' : 'clean', incomplete: false },
        ...{ findings, proposed: places.filter((place) => !isFinding(place)), failedFiles: [] },
        seconds: Math.round((performance.now() - started) / 100) / 10,
      };
    });
  }

  private async headerNames(folder: string): Promise<ProjectKnowledge> {
    const surveys: FileSurvey[] = [];
    for (const { path } of findSourceFiles(folder).files) {
      if (!isHeaderPath(path)) continue;
      const source = readSourceText(folder, path, TEXT_LIMITS);
      if ('skip' in source) continue;
      const key = createHash('sha256').update(path).update('\0').update(source.text).digest('hex');
      let survey = this.surveys.get(key);
      if (survey === undefined) {
        const unit = await this.lowered(path, source.text, NO_PROJECT);
        if (unit === undefined) continue;
        survey = surveyUnit(unit, path, NO_PROJECT);
        this.surveys.set(key, survey);
      }
      surveys.push(survey);
    }
    return joinSurveys(surveys);
  }

  private async lowered(
    path: string,
    text: string,
    knowledge: ProjectKnowledge,
  ): Promise<TranslationUnit | undefined> {
    const language = languageOfScanned(path, text);
    if (language !== 'c' && language !== 'cpp') return undefined;
    const parser = await this.grammars.parser(language);
    const tree = await this.grammars.tree(language, text);
    return lowerUnit(tree, language, parser, projectSymbols(knowledge, path, text));
  }
}
