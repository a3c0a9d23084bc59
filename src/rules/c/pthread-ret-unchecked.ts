import type { CRule } from './c-rule.ts';

/** How much an ignored failure matters. */
const CALLS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    pthread_create: 0.48,
    pthread_key_create: 0.5,
    pthread_mutex_timedlock: 0.75,
    pthread_mutex_trylock: 0.85,
    pthread_rwlock_tryrdlock: 0.85,
    pthread_rwlock_trywrlock: 0.85,
    pthread_spin_trylock: 0.85,
    pthread_barrier_init: 0.45,
    pthread_mutex_init: 0.4,
    pthread_setaffinity_np: 0.4,
    pthread_setspecific: 0.4,
    thrd_create: 0.55,
  }),
);

export const pthreadRetUnchecked: CRule = {
  id: 'pthread_ret_unchecked',
  title: 'The result of a thread call is ignored',
  category: 'error_handling',
  cwe: [252, 391],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'The pthread functions report failure only through their result. A thread that was not created leaves a handle that was never set, and joining that is undefined. A `trylock` whose result is not tested protects nothing.',
  suggestion: 'Compare the result with 0 and handle the failure.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pthread.h>
void run(void *(*work)(void *)) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL); // defect
  pthread_join(worker, NULL);
}`,
      `#include <pthread.h>
void bump(pthread_mutex_t *lock, int *count) {
  pthread_mutex_trylock(lock); // defect
  *count += 1;
  pthread_mutex_unlock(lock);
}`,
    ],
    good: [
      `#include <pthread.h>
int run(void *(*work)(void *)) {
  pthread_t worker;
  if (pthread_create(&worker, NULL, work, NULL) != 0) return -1;
  return pthread_join(worker, NULL);
}`,
    ],
  },
  listen: (report) => ({
    call(event) {
      const confidence = CALLS.get(event.call.name);
      if (confidence === undefined || event.use !== 'ignored') return;
      report(event.call, `\`${event.call.name}\` may fail, and its result is not checked`, {
        confidence,
      });
    },
  }),
};
