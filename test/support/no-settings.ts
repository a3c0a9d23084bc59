/**
 * The file of settings that git is given in tests: there is none at this path. A device such as `/dev/null` would
 * do as well, until a program that runs as root puts a file in its place.
 */
export const NO_SETTINGS = '/nonexistent/gitconfig';
