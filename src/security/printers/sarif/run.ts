import type {
  Invocation,
  Notification,
  ReportingDescriptor,
  Run,
  VersionControlDetails,
} from 'sarif';
import { PROJECT_ADDRESS } from '../../../workspace/project-address.ts';
import { sarifCategory } from '../../report/category.ts';
import { describedRules } from '../../report/groups.ts';
import type { Report, ReportedCandidate } from '../../report/report.ts';
import { repositoryAddress } from '../../report/repository-address.ts';
import { artifact, SOURCE_ROOT } from './location.ts';
import { runWide, sarifResult } from './result.ts';
import { sarifRule } from './rule.ts';
import { sarifText } from './text.ts';

const SKIPPED_FILE = 'skipped-file';
const NOTICE = 'notice';

/**
 * The candidates as one SARIF run. Nothing in it depends on the clock or the machine.
 *
 * @param part 1 for the first file of a report, which keeps the plain category; a further file
 *   has a category of its own, as GitHub lets a later run of one category replace an earlier.
 */
export function sarifRun(
  report: Report,
  candidates: readonly ReportedCandidate[],
  part: number,
): Run {
  const rules = describedRules(report);
  const listed = new Map(rules.map((rule, ruleIndex) => [rule.id, { rule, ruleIndex }]));
  const shared = runWide(report.candidates);
  const provenance = versionControl(report);
  return {
    tool: {
      driver: {
        name: 'Rustward',
        informationUri: PROJECT_ADDRESS,
        version: report.version,
        ...(/^\d+\.\d+\.\d+/.test(report.version) ? { semanticVersion: report.version } : {}),
        rules: rules.map(sarifRule),
        notifications: [
          descriptor(NOTICE, 'Says who looked at the code, and who did not.'),
          descriptor(SKIPPED_FILE, 'Names a file that was not examined, or not wholly.'),
        ],
      },
    },
    automationDetails: { id: `${sarifCategory(report)}/${part === 1 ? '' : `${part}/`}` },
    invocations: [invocation(report)],
    ...(provenance === undefined ? {} : { versionControlProvenance: [provenance] }),
    originalUriBaseIds: {
      [SOURCE_ROOT]: { description: { text: 'The folder that was examined.' } },
    },
    columnKind: 'utf16CodeUnits',
    results: candidates.map((candidate) =>
      sarifResult(candidate, listed.get(candidate.pattern), shared),
    ),
    properties: {
      ...{ mode: report.mode, verdict: report.verdict },
      ...(report.imported === undefined || part > 1 ? {} : { imported: report.imported }),
    },
  };
}

/** A kind of notification; GitHub asks for all three texts. */
function descriptor(id: string, text: string): ReportingDescriptor {
  return { id, shortDescription: { text }, fullDescription: { text }, help: { text } };
}

/** An inconclusive run has not done what it was asked to. */
function invocation(report: Report): Invocation {
  const notice: Notification = {
    descriptor: { id: NOTICE, index: 0 },
    level: 'note',
    message: { text: sarifText(report.notice) },
  };
  const skipped = report.summary.skipped.map(
    ({ file, reason }): Notification => ({
      descriptor: { id: SKIPPED_FILE, index: 1 },
      level: 'warning',
      message: { text: sarifText(`Skipped ${file}: ${reason}`) },
      locations: [{ physicalLocation: { artifactLocation: artifact(file) } }],
    }),
  );
  return {
    executionSuccessful: report.verdict !== 'inconclusive',
    toolExecutionNotifications: [...(report.notice === '' ? [] : [notice]), ...skipped],
  };
}

function versionControl(report: Report): VersionControlDetails | undefined {
  const { revision } = report;
  const repositoryUri = repositoryAddress(revision?.repository ?? '');
  if (revision === undefined || repositoryUri === undefined) return undefined;
  return {
    repositoryUri,
    revisionId: revision.commit,
    ...(revision.branch === undefined ? {} : { branch: revision.branch }),
    mappedTo: { uriBaseId: SOURCE_ROOT },
  };
}
