import { InvalidArgumentError } from 'commander';

/** For an option that names a version of a flow in the library. */
export function versionFrom(least: 0 | 1): (word: string) => number {
  return (word) => {
    const version = Number(word);
    if (!Number.isInteger(version) || version < least)
      throw new InvalidArgumentError(`It must be a version: ${[least, least + 1, least + 2].join(', ')}, …`);
    return version;
  };
}
