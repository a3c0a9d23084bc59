import type { Report } from '../report/report.ts';
import { repositoryAddress } from '../report/repository-address.ts';

/** The whole report, indented; the keys are those of `Report`, the notice first. */
export function toJson(report: Report): string {
  const { notice, ...rest } = report;
  const revision = rest.revision === undefined ? {} : { revision: withAddress(rest.revision) };
  return `${JSON.stringify({ notice, ...rest, ...revision }, null, 2)}\n`;
}

function withAddress({ repository = '', ...revision }: NonNullable<Report['revision']>) {
  const address = repositoryAddress(repository);
  return address === undefined ? revision : { ...revision, repository: address };
}
