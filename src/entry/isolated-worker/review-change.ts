import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import {
  reviewRequestSchema,
  WORKER_FILES,
  type WorkerMessage,
  type WorkerReviewRequest,
} from '../../github/isolated-worker/protocol.ts';
import { PRINTERS } from '../../security/printers/printers.ts';
import type { Report } from '../../security/report/report.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { performReview, type ReviewResult } from '../review/perform-review.ts';
import { REPORT_DEFAULTS, TRIAGE_DEFAULTS } from '../review/review-options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_WARNINGS = 100;
const MAX_WARNING = 1000;

/** Messages are for whoever started us; those of every file would only be noise. */
const PROGRESS_INTERVAL = 1000;

/**
 * Reviews the change that a request names, and leaves the reports in its folder.
 * @param line the request, as JSON
 * @param say hears how far it is
 * @returns the last message: done, or why not
 */
export async function reviewChange(
  line: string,
  env: Environment,
  say: (message: WorkerMessage) => void,
): Promise<WorkerMessage> {
  try {
    const request = reviewRequestSchema.parse(JSON.parse(line));
    const started = Date.now();
    const { report: whole, warnings, costs } = await performRequest(request, env, say);
    const hide = folderNameHider(request, env);
    const report = redactReport(whole, hide);
    for (const [name, print] of [
      [WORKER_FILES.report, PRINTERS.json],
      [WORKER_FILES.page, PRINTERS.html],
    ] as const) {
      writeFileAtomically(join(request.outputFolder, name), print(report));
    }
    const { dollars, calls, unpriced } = costs;
    const seconds = (Date.now() - started) / 1000;
    const shown = warnings.slice(0, MAX_WARNINGS).map((line) => hide(line).slice(0, MAX_WARNING));
    return { kind: 'done', seconds, costs: { dollars, calls, unpriced }, warnings: shown };
  } catch (thrown) {
    return { kind: 'failed', message: messageOf(thrown).slice(0, 2000) };
  }
}

async function performRequest(
  request: WorkerReviewRequest,
  env: Environment,
  say: (message: WorkerMessage) => void,
): Promise<ReviewResult> {
  const { root, base, exclude, minConfidence, failOn, maxMinutes, maxCost, maxTokens } = request;
  for (const folder of [request.outputFolder, request.stateFolder, request.cacheFolder]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  let said = { stage: '', at: 0 };
  return await performReview(
    {
      ...{ path: root, base },
      options: {
        ...{ ...REPORT_DEFAULTS, exclude, minConfidence, failOn },
        // A commit holds nothing that was not added on purpose, whatever it says of itself.
        gitignore: false,
        ...{ stateDir: request.stateFolder, cacheDir: request.cacheFolder },
      },
      triage: { ...TRIAGE_DEFAULTS, maxMinutes, models: { maxCost, maxTokens } },
      changeFacts: {
        suppressions: request.suppressions,
        strangersChange: request.strangersChange,
        leftOut: request.leftOut,
      },
    },
    {
      env,
      onProgress(stage, done, total) {
        const now = Date.now();
        if (stage === said.stage && done < total && now - said.at < PROGRESS_INTERVAL) return;
        said = { stage, at: now };
        say({ kind: 'progress', stage, done, total });
      },
    },
  );
}

type Hide = (text: string) => string;

/** Takes the names of this machine's folders out of a text: strangers will read it. */
function folderNameHider(request: WorkerReviewRequest, env: Environment): Hide {
  const { root, outputFolder, stateFolder, cacheFolder } = request;
  const folders = [root, outputFolder, stateFolder, cacheFolder, env['HOME'], tmpdir()];
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
  // Where a models file would be is the operator's business.
  const notice = report.notice.replace(/\((no model is configured): [^)]*\)/, '($1)');
  return { ...report, summary, notice: hide(notice) };
}
