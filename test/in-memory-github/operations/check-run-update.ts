import { Refusal } from '../server/refusal.ts';
import type { Annotation, CheckRun } from '../state/check-run.ts';
import { timestamp, type World } from '../state/world.ts';

/** What may be said of a check run. That there are at most 50 annotations, the schema says. */
export interface CheckChange {
  readonly name?: string;
  readonly status?: string;
  readonly conclusion?: string;
  readonly started_at?: string;
  readonly completed_at?: string;
  readonly external_id?: string;
  readonly details_url?: string;
  readonly output?: {
    readonly title?: string;
    readonly summary: string;
    readonly text?: string;
    readonly annotations?: readonly Annotation[];
  };
  readonly actions?: readonly { readonly identifier: string }[];
}

/** Makes the change, or none of it. Annotations are added to those that are there. */
export function applyCheck(world: World, run: CheckRun, change: CheckChange): void {
  const { output, conclusion } = change;
  if (conclusion === undefined && (change.status === 'completed' || change.completed_at)) {
    throw refused('conclusion', 'is required when a check run is completed');
  }
  if (conclusion === 'stale') throw refused('conclusion', 'can only be set to stale by GitHub');
  for (const one of output?.annotations ?? []) {
    const columns = one.start_column ?? one.end_column;
    if (columns !== undefined && one.start_line !== one.end_line) {
      throw refused('annotations', 'have columns on one line only');
    }
    if (one.end_line < one.start_line) throw refused('annotations', 'end before they start');
  }
  run.name = change.name ?? run.name;
  run.status = conclusion === undefined ? (change.status ?? run.status) : 'completed';
  run.conclusion = conclusion ?? (run.status === 'completed' ? run.conclusion : null);
  run.started = change.started_at ?? run.started;
  const completed = change.completed_at ?? run.completed ?? timestamp(world);
  run.completed = run.status === 'completed' ? completed : null;
  run.externalId = change.external_id ?? run.externalId;
  run.detailsUrl = change.details_url ?? run.detailsUrl;
  run.actions = change.actions ?? run.actions;
  if (output === undefined) return;
  run.title = output.title ?? run.title;
  run.summary = output.summary;
  run.text = output.text ?? run.text;
  run.annotations.push(...(output.annotations ?? []));
}

function refused(field: string, message: string): Refusal {
  const errors = [{ resource: 'CheckRun', code: 'invalid', field, message }];
  return new Refusal(422, `Invalid request. ${field} ${message}`, { errors });
}
