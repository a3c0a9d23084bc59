import type { Annotation, CheckRun } from '../state/check-run.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { appJson } from './app-json.ts';
import { pullsAt, suiteSummaryJson } from './check-suite-json.ts';
import { apiUrl } from './repository-json.ts';

export function checkRunJson(world: World, repository: Repository, run: CheckRun) {
  const { id, name, headSha, status, conclusion } = run;
  const suite = repository.checkSuites.get(run.suite);
  const url = `${apiUrl(world, repository)}/check-runs/${id}`;
  const page = `${world.url}/${fullName(repository)}/runs/${id}`;
  return {
    ...{ id, name, node_id: `CR_${id}`, head_sha: headSha, url, html_url: page },
    ...{ status, conclusion, started_at: run.started, completed_at: run.completed },
    ...{ external_id: run.externalId ?? '', details_url: run.detailsUrl ?? page },
    check_suite: suite === undefined ? null : suiteSummaryJson(world, repository, suite),
    output: {
      ...{ title: run.title, summary: run.summary, text: run.text },
      ...{ annotations_count: run.annotations.length, annotations_url: `${url}/annotations` },
    },
    app: appJson(world, run.app),
    pull_requests: pullsAt(world, repository, headSha),
  };
}

export function annotationJson(
  world: World,
  repository: Repository,
  { headSha }: CheckRun,
  annotation: Annotation,
) {
  const page = `${world.url}/${fullName(repository)}/blob/${headSha}`;
  return {
    ...{ start_column: null, end_column: null, title: null, raw_details: null, ...annotation },
    blob_href: `${page}/${encodeURI(annotation.path)}`,
  };
}
