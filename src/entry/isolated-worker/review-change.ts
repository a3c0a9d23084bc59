import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../../errors.ts';
import {
  operatorRules,
  operatorToolServers,
} from '../../github/isolated-worker/operator-extensions.ts';
import type { WorkerRequestFor } from '../../github/isolated-worker/protocol.ts';
import { loadSarif } from '../../security/import/load-sarif.ts';
import { PRINTERS } from '../../security/printers/printers.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { performReview, type ReviewResult } from '../review/perform-review.ts';
import { REPORT_DEFAULTS, TRIAGE_DEFAULTS } from '../review/review-options.ts';
import type { TaskContext, TaskOutcome } from './task.ts';
import { workerObserver } from './worker-observer.ts';

type ReviewRequest = WorkerRequestFor<'review'>;

const MAX_WARNINGS = 100;
const MAX_WARNING = 1000;

/** Milliseconds between messages of one stage, which has as many steps as there are files. */
const PROGRESS_INTERVAL = 1000;

/** The report as a page, beside the one that is the result. */
const PAGE_FILE = 'report.html';

/** Reviews the change that a request names. */
export async function reviewChange(
  request: ReviewRequest,
  context: TaskContext,
): Promise<TaskOutcome<Report>> {
  const { report: whole, warnings, costs } = await performRequest(request, context);
  const hide = folderNameHider(request, context.env);
  const report = redactReport(whole, hide);
  writeFileAtomically(join(request.outputFolder, PAGE_FILE), PRINTERS.html(report));
  const shown = warnings.slice(0, MAX_WARNINGS).map((line) => hide(line).slice(0, MAX_WARNING));
  return { result: report, text: PRINTERS.json(report), costs, warnings: shown };
}

async function performRequest(
  request: ReviewRequest,
  { env, say }: TaskContext,
): Promise<ReviewResult> {
  const { root, base, build, exclude, minConfidence, findingSettings, gate, includeExisting } =
    request;
  const { maxMinutes, maxCost, maxTokens, reproduce, notes, memory } = request;
  const imports = readableImports(request.imports);
  mkdirSync(request.stateFolder, { recursive: true, mode: 0o700 });
  let said = { stage: '', at: 0 };
  const done = await performReview(
    {
      ...{ path: root, base },
      options: {
        ...{
          ...REPORT_DEFAULTS,
          ...build,
          exclude,
          minConfidence,
          findingSettings,
          ...gate,
          includeExisting,
        },
        fileTimeout: request.maxFileSeconds,
        // A commit holds nothing that was not added on purpose, whatever it says of itself.
        gitignore: false,
        ...{ stateDir: request.stateFolder, cacheDir: request.cacheFolder },
        ...{ rules: operatorRules(env), importSarif: imports.files },
      },
      triage: {
        ...TRIAGE_DEFAULTS,
        toolServer: operatorToolServers(env),
        reproduce,
        maxMinutes,
        models: { maxCost, maxTokens },
        notes,
        memory,
      },
      changeFacts: {
        suppressions: request.suppressions,
        strangersChange: request.strangersChange,
        leftOut: request.leftOut,
      },
    },
    {
      env,
      observer: workerObserver(say),
      onProgress(stage, done, total) {
        const now = Date.now();
        if (stage === said.stage && done < total && now - said.at < PROGRESS_INTERVAL) return;
        said = { stage, at: now };
        say({ kind: 'progress', stage, done, total });
      },
    },
  );
  return { ...done, warnings: [...imports.warnings, ...done.warnings] };
}

/** The files that are SARIF. What another program has uploaded ends no review. */
function readableImports(paths: readonly string[]) {
  const files: string[] = [];
  const warnings: string[] = [];
  for (const path of paths) {
    try {
      loadSarif(path);
      files.push(path);
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      warnings.push(`a result of another scanner is not taken in: ${messageOf(thrown)}`);
    }
  }
  return { files, warnings };
}

type Hide = (text: string) => string;

/** Takes the names of this machine's folders out of a text: strangers will read it. */
function folderNameHider(request: ReviewRequest, env: ProcessEnvironment): Hide {
  const { root, outputFolder, stateFolder, cacheFolder } = request;
  const imports = request.imports.map((file) => dirname(file));
  const folders = [root, outputFolder, stateFolder, cacheFolder, ...imports, env['HOME'], tmpdir()];
  const names = folders.flatMap((folder) => (folder === undefined || folder === '/' ? [] : folder));
  // The longer ones first: one may lie below another.
  const ordered = names.toSorted((one, other) => other.length - one.length);
  return (text) => ordered.reduce((rest, name) => rest.replaceAll(name, '…'), text);
}

function redactReport(report: Report, hide: Hide): Report {
  const skipped = report.summary.skipped.map(({ file, reason }) => ({
    file,
    reason: hide(reason),
  }));
  const summary = { ...report.summary, skipped, scanned_root: '.' };
  // Where a models file would be concerns the operator alone.
  const notice = report.notice.replace(/\((no model is configured): [^)]*\)/, '($1)');
  const candidates = report.candidates.map((one) => withHiddenReason(one, hide));
  return { ...report, candidates, summary, notice: hide(notice) };
}

/** Why nothing was run may name programs of the machine. */
function withHiddenReason(candidate: ReportedCandidate, hide: Hide): ReportedCandidate {
  const { reproduction } = candidate;
  if (reproduction === undefined || reproduction.outcome === 'reproduced') return candidate;
  return { ...candidate, reproduction: { ...reproduction, why: hide(reproduction.why) } };
}
