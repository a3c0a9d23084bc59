/** How many answers are remembered of one question; the oldest go first. */
const MOST = 500;

/** A question whose answer never changes, as those about commits: asked once for the same words. */
export function remembered<A extends readonly (string | number)[], T>(
  ask: (...words: A) => Promise<T>,
): (...words: A) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...words) => {
    const key = JSON.stringify(words);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = ask(...words);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    const [oldest] = answers.keys();
    if (answers.size > MOST && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
