import { byId } from '../server/routes.ts';
import { contentOperations } from './contents.ts';
import { refOperations } from './refs.ts';
import { repositoryOperations } from './repositories.ts';

/** Every operation of this GitHub, by GitHub's name of it. */
export const OPERATIONS = byId([...repositoryOperations, ...contentOperations, ...refOperations]);
