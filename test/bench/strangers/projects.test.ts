import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { strangeProjects } from '../../../bench/strangers/projects.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('projects are those with C that no recording has, each with the Rust that is beside it', () => {
  const folder = temporaryFolder({
    'projects/heap/c/heap.c': '',
    'projects/list/c/list.c': '',
    'projects/list/rust/src/interfaces/list.rs': '',
    'projects/list/rust/src/bin/test.rs': '',
    'projects/known/c/known.c': '',
    'projects/notes/readme.md': '',
    'recordings/old/project.json': '{ "place": { "corpus": "some/known" }, "sources": "c" }',
  });
  const at = (path: string) => join(folder, path);
  expect(strangeProjects(at('projects'), at('recordings'))).toEqual([
    { name: 'heap', folder: at('projects/heap'), sources: 'c' },
    {
      ...{ name: 'list', folder: at('projects/list'), sources: 'c' },
      ...{ interface: 'rust/src/interfaces', tests: 'rust/src/bin' },
    },
  ]);
});
