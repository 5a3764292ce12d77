// A disk without space, as the system reports it, here or in another process.
/** Type of the failure of an activity. */
export const diskFull = 'disk-full';

const words = /^(?:ENOSPC|EDQUOT)\b/;

/** Whether it failed for want of space, itself or what it was caused by. An error of another process has kept only its message. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (words.test(cause.message) || ('code' in cause && words.test(String(cause.code)))) return true;
  return false;
}
