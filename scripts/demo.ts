/**
 * The demonstration: the App at work. It starts a GitHub on this machine and the real App, pushes a
 * small C project, opens a pull request with three defects in it, shows what the App says, then
 * pushes the repair and shows what becomes of it. The report is left in `demo-output/`.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify, styleText } from 'node:util';
import { Octokit } from '@octokit/rest';
import { pullFolder } from '../src/github/isolated-worker/review-change.ts';
import { CHECK_NAME } from '../src/github/publish/check-name.ts';
import { openGitHub } from '../test/in-memory-github/open-github.ts';
import { registerApp, startApp } from '../test/support/app-on-github.ts';

const ROOT = resolve(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'demo-output');
const PLACE = { owner: 'ada', repo: 'parcel' };
const PATIENCE_MILLISECONDS = 180_000;

const folder = mkdtempSync(join(tmpdir(), 'rustward-demo-'));
process.exitCode = 3;
try {
  await demonstrate();
  process.exitCode = 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function demonstrate(): Promise<void> {
  const [repositories, data, tree] = ['github', 'app', 'tree'].map((name) => join(folder, name));
  if (repositories === undefined || data === undefined || tree === undefined) return;
  for (const path of [repositories, data, OUTPUT]) mkdirSync(path, { recursive: true });

  say('A GitHub on this machine, and the App beside it');
  const github = await openGitHub({ folder: repositories });
  const token = github.addUser('ada');
  const { id } = await github.addRepository('ada/parcel', { files: { 'README.md': 'Soon.\n' } });
  const app = await registerApp(github, ['ada/parcel']);
  const running = await startApp(github, { app, folder: data });
  try {
    const ada = new Octokit({ baseUrl: github.url, auth: token });
    const address = Object.assign(new URL('/ada/parcel.git', github.url), {
      ...{ username: 'ada', password: token },
    }).href;
    detail(`the App listens on ${running.url}, without a model: no key is needed`);

    say('A small C project is pushed, and a pull request opened that changes it');
    cpSync(join(ROOT, 'examples/archive-reader'), tree, { recursive: true });
    await git(tree, 'init', '--quiet', '--initial-branch=main');
    await commit(tree, 'An archive reader');
    await git(tree, 'push', '--quiet', '--force', address, 'main');
    await git(tree, 'checkout', '--quiet', '-b', 'long-names');
    await git(tree, 'apply', '--', join(ROOT, 'examples/archive-reader.patch'));
    await commit(tree, 'Long names, comments, and a filter program');
    await git(tree, 'push', '--quiet', address, 'long-names');
    const { data: pull } = await ada.rest.pulls.create({
      ...{ ...PLACE, base: 'main', head: 'long-names' },
      title: 'Long names, comments, and a filter program',
    });
    detail(`#${pull.number} ${pull.title}: ${pull.changed_files} files, +${pull.additions} lines`);

    await showReview(ada, pull.head.sha);
    await showComments(ada, pull.number);
    const repository = { id, owner: PLACE.owner, name: PLACE.repo };
    const kept = join(pullFolder(join(data, 'data'), repository, pull.number), 'report');
    copyFileSync(join(kept, 'report.html'), join(OUTPUT, 'report.html'));

    say('The repair is pushed');
    await git(tree, 'apply', '--', join(ROOT, 'examples/archive-reader.fix.patch'));
    await commit(tree, 'Bound comments, free once, run no shell');
    await git(tree, 'push', '--quiet', address, 'long-names');
    await showReview(ada, (await git(tree, 'rev-parse', 'HEAD')).trim());
    await showThreads(ada, pull.number);

    say(
      `Look at the report of the first review: ${pathToFileURL(join(OUTPUT, 'report.html')).href}`,
    );
  } finally {
    await running.stop();
    await github.close();
  }
}

/** Follows the check run of a commit to its end. */
async function showReview(ada: Octokit, ref: string): Promise<void> {
  say(`The check of ${ref.slice(0, 10)}`);
  let shown = '';
  for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await sleep(250)) {
    const { data } = await ada.rest.checks.listForRef({ ...PLACE, ref, check_name: CHECK_NAME });
    const [run] = data.check_runs;
    if (run === undefined) continue;
    const { status, conclusion, output } = run;
    if (status === 'completed') {
      const colour = conclusion === 'success' ? 'green' : 'red';
      detail(styleText([colour, 'bold'], `${conclusion}: ${output.title}`));
      process.stdout.write(`\n${indented(readable(output.summary ?? ''))}\n`);
      return;
    }
    if (output.title !== null && output.title !== shown) detail(output.title);
    shown = output.title ?? '';
  }
  throw new Error(`the check of ${ref} did not end within ${PATIENCE_MILLISECONDS / 1000} seconds`);
}

async function showComments(ada: Octokit, pull_number: number): Promise<void> {
  const { data } = await ada.rest.pulls.listReviewComments({ ...PLACE, pull_number });
  for (const { path, line, body } of data) {
    say(`A comment on ${path}, line ${line}`);
    process.stdout.write(`${indented(readable(body))}\n`);
  }
}

interface Threads {
  readonly repository: {
    readonly pullRequest: {
      readonly reviewThreads: {
        readonly nodes: readonly {
          readonly isResolved: boolean;
          readonly path: string;
          readonly comments: { readonly nodes: readonly { readonly body: string }[] };
        }[];
      };
    };
  };
}

async function showThreads(ada: Octokit, number: number): Promise<void> {
  say('The threads');
  const { repository } = await ada.graphql<Threads>(
    `query ($owner: String!, $repo: String!, $number: Int!) {
      repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
        reviewThreads(first: 50) { nodes { isResolved path comments(first: 1) { nodes { body } } } }
      } }
    }`,
    { ...PLACE, number },
  );
  for (const { isResolved, path, comments } of repository.pullRequest.reviewThreads.nodes) {
    const [title = ''] = readable(comments.nodes[0]?.body ?? '').split('\n');
    const state = isResolved ? styleText('green', 'resolved') : styleText('red', 'open');
    detail(`${state}  ${path}: ${title}`);
    const [note] = /\*\*No longer found\*\*.*/.exec(comments.nodes[0]?.body ?? '') ?? [];
    if (note !== undefined) detail(`          ${readable(note)}`);
  }
}

/** Markdown of ours without what only a browser needs. */
function readable(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\]\(https?:[^)]*\)/g, ']')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<\/?[a-z]+>/g, '')
    .replaceAll(/\[(`[^`]*`)\]/g, '$1')
    .replaceAll(/\\([^A-Za-z0-9\s])/g, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

async function commit(tree: string, message: string): Promise<void> {
  await git(tree, 'add', '--all');
  await git(tree, 'commit', '--quiet', `--message=${message}`);
}

/** GitHub is in this process, so that a wait for git must not block it. */
async function git(tree: string, ...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const all = [...identity, '-c', 'commit.gpgSign=false', ...args];
  return (await promisify(execFile)('git', all, { cwd: tree })).stdout;
}

function say(text: string): void {
  process.stdout.write(`\n${styleText('bold', text)}\n\n`);
}

function detail(text: string): void {
  process.stdout.write(`  ${text}\n`);
}
