import { SEVERITIES, type Severity } from '../../security/candidates/candidate.ts';
import { count } from '../../security/report/count.ts';
import type { PublicationPlan } from './publication-plan.ts';

/**
 * What a plan says where everybody may read it and details of defects are not for everybody: the verdict,
 * how many findings there are, and where people with the right to see security alerts find them.
 * @param repositoryUrl of GitHub's pages of the repository
 */
export function withoutDetails(plan: PublicationPlan, repositoryUrl: string): PublicationPlan {
  return {
    ...plan,
    summary: `${findingNumbers(plan.findings, plan.title, plan.gate)}\n\n${detailsNotice(repositoryUrl)}`,
    findings: [],
    // They are not gone, so that threads from before stay.
    still_there: [...new Set([...plan.still_there, ...plan.findings.map(({ key }) => key)])],
    annotations: [],
  };
}

/** How many findings there are of each severity, and what fails the check, in Markdown. */
export function findingNumbers(
  findings: readonly { readonly severity: Severity }[],
  title: string,
  gate: string,
): string {
  const why = gate === '' ? '' : ` ${gate}`;
  if (findings.length === 0) return `**${title}.**${why}`;
  const numbers = SEVERITIES.map((severity) => ({
    severity,
    number: findings.filter((one) => one.severity === severity).length,
  }));
  const parts = numbers.filter(({ number }) => number > 0);
  const each = parts.map(({ severity, number }) => `${number} ${severity}`).join(', ');
  return `**${count(findings.length, 'finding')}**: ${each}.${why}`;
}

/**
 * Where the details are, for those who may know them.
 * @param repositoryUrl of GitHub's pages of the repository; without it there is no link
 */
export function detailsNotice(repositoryUrl?: string): string {
  const name = 'code scanning';
  const place =
    repositoryUrl === undefined ? name : `[${name}](${repositoryUrl}/security/code-scanning)`;
  return `This repository keeps the details of findings out of public view. Who may see its security alerts finds them in ${place}.`;
}
