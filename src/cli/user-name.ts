import { userInfo } from 'node:os';

/** Some systems know no name for the user of a container. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
