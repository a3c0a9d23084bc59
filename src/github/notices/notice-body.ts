import type { Repository } from '../commands/command.ts';
import type { Notice } from './notice.ts';
import type { NoticeFormat } from './notice-receivers.ts';

/** A notice as it is sent: JSON in the form that a receiver takes. */
export function noticeBody(
  format: NoticeFormat,
  notice: Notice,
  repository: Repository,
  serverUrl: string,
): string {
  const name = `${repository.owner}/${repository.name}`;
  const page = `${serverUrl}/${name}`;
  const url = notice.pull === undefined ? page : `${page}/pull/${notice.pull}`;
  const text = `${name}: ${sentence(notice)}`;
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: `${escapedForSlack(text)} <${url}|Open on GitHub>` });
    case 'teams':
      return JSON.stringify({ type: 'message', attachments: [card(text, url)] });
    case 'json': {
      const { kind: event, ...facts } = notice;
      return JSON.stringify({ event, repository: name, ...facts, text, url });
    }
  }
}

function sentence(notice: Notice): string {
  switch (notice.kind) {
    case 'findings': {
      const { count, highest, pull } = notice;
      const found = count === 1 ? 'a new finding' : `${count} new findings`;
      return `${found} in pull request #${pull}, ${count === 1 ? '' : 'the worst '}of ${highest} severity.`;
    }
    case 'gate':
      return notice.passed
        ? `pull request #${notice.pull} has passed the gate of the migration.`
        : `pull request #${notice.pull} has not passed the gate of the migration, and a person has to look.`;
    case 'migration':
      return notice.pull === undefined
        ? `${notice.function} could not be migrated. The App has said why on GitHub.`
        : `${notice.function} is migrated in draft pull request #${notice.pull}.`;
  }
}

function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An adaptive card, as workflows of Teams post it. Underscores of names are no emphasis there. */
function card(text: string, url: string) {
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      ...{ type: 'AdaptiveCard', version: '1.4' },
      body: [{ type: 'TextBlock', wrap: true, text: text.replaceAll('_', '\\_') }],
      actions: [{ type: 'Action.OpenUrl', title: 'Open on GitHub', url }],
    },
  };
}
