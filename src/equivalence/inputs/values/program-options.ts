import type { Constants } from './constants.ts';

/**
 * What options a program has, by the characters that it looks for, and by the texts that `getopt` is
 * told them with: `-v` of `C:m:v`.
 */
export function optionsIn({
  words,
  characters,
}: Pick<Constants, 'words' | 'characters'>): string[] {
  const told = words.flatMap((word) => {
    const text = Buffer.from(word).toString('latin1');
    return /^[+:-]*(?:[A-Za-z0-9]:{0,2}){1,24}$/.test(text) ? [...text.replace(/\W/g, '')] : [];
  });
  const looked = characters
    .map((code) => String.fromCharCode(code))
    .filter((one) => /\w/.test(one));
  const letters = [...told, ...looked];
  return ['--', '-', ...new Set(letters.map((letter) => `-${letter}`))];
}
