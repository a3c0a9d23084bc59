import type { ReportingDescriptor } from 'sarif';
import type { RuleInfo } from '../../report/report.ts';
import { rulePage } from '../../report/rule-page.ts';
import { SARIF_LEVEL } from './level.ts';
import { securitySeverity } from './security-severity.ts';
import { weaknessTag } from './weakness-tag.ts';

/** What GitHub keeps of a description. */
const MAX_DESCRIPTION = 1024;
/** GitHub keeps 10 tags of a rule; two are not weaknesses. */
const MAX_WEAKNESSES = 8;

/** A rule as SARIF describes it, with the properties that GitHub code scanning reads. */
export function sarifRule(rule: RuleInfo): ReportingDescriptor {
  const title = rule.title.trim() === '' ? rule.id : rule.title.trim();
  const help = rule.help.trim() === '' ? title : rule.help.trim();
  // Those of packages and of other scanners have no page of ours.
  const page = rulePage(rule.id);
  const weaknesses = rule.cwe.slice(0, MAX_WEAKNESSES).map(weaknessTag);
  return {
    id: rule.id,
    name: pascalCase(rule.id),
    shortDescription: { text: shorten(title) },
    fullDescription: { text: shorten(sentence(firstParagraph(help) ?? title)) },
    help: { text: help, markdown: help },
    ...(page === undefined ? {} : { helpUri: page }),
    defaultConfiguration: { level: SARIF_LEVEL[rule.severity] },
    properties: {
      category: rule.category,
      precision: rule.precision,
      'security-severity': securitySeverity(rule.severity, rule.cwe),
      tags: ['security', rule.category, ...weaknesses],
    },
  };
}

function pascalCase(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || id;
}

/** The first paragraph of Markdown that is neither a heading nor code, on one line. */
function firstParagraph(markdown: string): string | undefined {
  const paragraphs = markdown.split(/\n\s*\n/).map((text) => text.replace(/\s+/g, ' ').trim());
  const paragraph = paragraphs.find((text) => text !== '' && !/^(#|```|~~~)/.test(text));
  return paragraph?.replaceAll('`', '');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  return `${text.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}
