import { expect, test } from '@jest/globals';
import { droppedReleases } from '../../../src/code/change/dropped-releases.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The places that a change of a file no longer releases. */
function droppedIn(difference: string): string[] {
  const { base, head } = versionsOf(` void free(void *); void *malloc(unsigned long);
 int fill(char *), init(char *), close(int), report_error(const char *);
 struct job { char *name; char *text; int fd; };
 void codec_free(struct job *), job_clear(struct job *);
${difference}`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    droppedReleases(change, pair).map(({ place }) => place),
  );
}

test.each([
  [
    'both releases of a variable',
    ` int load(int n) {
   char *block = malloc(n);
   if (!fill(block)) {
-    free(block);
     return -1;
   }
-  free(block);
   return 0;
 }`,
    ['block'],
  ],
  [
    'a variable that a function was to fill',
    ` int load(int n) {
   char *block = malloc(n);
   init(block);
   if (!fill(block)) {
-    free(block);
     return -1;
   }
   return 0;
 }`,
    ['block'],
  ],
  [
    'a member, one of several',
    ` void job_end(struct job *job) {
-  free(job->name);
   free(job->text);
 }`,
    ['job->name'],
  ],
  [
    'a member of a record of which the memory alone is freed',
    ` struct job *job_new(int n) {
   struct job *job = malloc(sizeof *job);
   job->name = malloc(n);
   if (!fill(job->name)) {
-    free(job->name);
     free(job);
     return 0;
   }
   return job;
 }`,
    ['job->name'],
  ],
  [
    'a file by number, with the number that says that there is none',
    ` void job_end(struct job *job) {
-  if (job->fd >= 0) {
-    close(job->fd);
-    job->fd = -1;
-  }
   free(job->text);
 }`,
    ['job->fd'],
  ],
  [
    'what is in a variable',
    ` int run(int n) {
   struct job job = {0};
   if (!fill(job.text)) {
-    job_clear(&job);
     return n;
   }
   return 0;
 }`,
    ['job'],
  ],
])('a change drops the release of %s', (_what, difference, places) => {
  expect(droppedIn(difference)).toEqual(places);
});

test.each([
  [
    'the second of two on one way',
    ` int load(int n) {
   char *block = malloc(n);
   free(block);
-  free(block);
   return 0;
 }`,
  ],
  [
    'one in front of that of the whole record',
    ` void job_end(struct job *job) {
-  free(job->name);
   codec_free(job);
 }`,
  ],
  [
    'what the change hands on',
    ` char *last;
 int load(int n) {
   char *block = malloc(n);
   if (!fill(block)) {
-    free(block);
+    last = block;
     return -1;
   }
   return 0;
 }`,
  ],
  [
    'what is released under a label instead',
    ` int load(int n) {
   char *block = malloc(n);
   if (!fill(block)) {
-    free(block);
-    return -1;
+    goto out;
   }
   n = 0;
+out:
   free(block);
   return n;
 }`,
  ],
  [
    'what another function releases instead',
    `-static void drop(char *block) { fill(block); }
+static void drop(char *block) { fill(block); free(block); }
 int load(int n) {
   char *block = malloc(n);
   drop(block);
-  free(block);
   return 0;
 }`,
  ],
  [
    'what the change no longer allocates so',
    ` char *shared(int);
 int load(int n) {
-  char *block = malloc(n);
+  char *block = shared(n);
   fill(block);
-  free(block);
   return 0;
 }`,
  ],
  [
    'what is returned',
    ` char *load(int n) {
   char *block = malloc(n);
   if (!fill(block)) {
-    free(block);
     report_error("empty");
   }
   return block;
 }`,
  ],
  [
    'a part of what the change takes away',
    ` int load(int n) {
   char *block = malloc(n);
-  fill(block);
-  free(block);
   return 0;
 }`,
  ],
])('a change that takes away the release of %s is no loss', (_what, difference) => {
  expect(droppedIn(difference)).toEqual([]);
});
