import type { Alert, AlertInstance } from '../state/code-scanning.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import { apiUrl } from './repository-json.ts';

/** Dismissed by hand, or as its last analysis left it. */
export function alertState({ dismissed }: Alert, { fixed }: AlertInstance) {
  if (fixed !== undefined) return 'fixed';
  return dismissed === undefined ? 'open' : 'dismissed';
}

export function alertJson(
  world: World,
  repository: Repository,
  alert: Alert,
  instance: AlertInstance,
) {
  const { number, tool, rule, level, created, dismissed } = alert;
  const url = `${apiUrl(world, repository)}/code-scanning/alerts/${number}`;
  const page = `${world.url}/${fullName(repository)}/security/code-scanning/${number}`;
  const state = alertState(alert, instance);
  return {
    ...{ number, state, url, html_url: page, instances_url: `${url}/instances` },
    ...{ created_at: created, updated_at: created, fixed_at: instance.fixed ?? null },
    dismissed_by: dismissed === undefined ? null : accountJson(world, dismissed.by),
    dismissed_at: dismissed?.at ?? null,
    dismissed_reason: dismissed?.reason ?? null,
    dismissed_comment: dismissed?.comment ?? null,
    rule: { id: rule, name: rule, severity: level, description: rule, tags: [] },
    tool: { name: tool, version: null, guid: null },
    most_recent_instance: {
      ...{ ref: instance.ref, category: instance.category, analysis_key: 'api', environment: '' },
      ...{ state, commit_sha: instance.commit, message: { text: instance.message } },
      location: {
        ...{ path: instance.path, start_line: instance.startLine, end_line: instance.endLine },
        ...{ start_column: 1, end_column: 1 },
      },
      classifications: [],
    },
  };
}
