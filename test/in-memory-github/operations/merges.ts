import { mergePull } from '../merging/merge-pull.ts';
import { settle } from '../merging/settle.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import { findPull } from './find-issue.ts';
import { author } from './text.ts';

const CONTENTS = { permission: 'contents', access: 'write' } as const;
const READ = { permission: 'contents', access: 'read' } as const;

export const mergeOperations = [
  repositoryOperation('pulls/merge', CONTENTS, async (call) => {
    const { world, repository, path, body, caller } = call;
    const request = findPull(repository, path.pull_number);
    const sha = await mergePull(world, repository, author(caller), request, {
      ...{ method: body?.merge_method ?? 'merge', sha: body?.sha },
      ...{ title: body?.commit_title, message: body?.commit_message },
    });
    await settle(world, repository);
    return {
      status: 200,
      body: { sha, merged: true, message: 'Pull Request successfully merged' },
    };
  }),

  repositoryOperation('pulls/check-if-merged', READ, ({ repository, path }) => {
    if (findPull(repository, path.pull_number).pull.merged === undefined) throw notFound();
    return { status: 204 };
  }),
];
