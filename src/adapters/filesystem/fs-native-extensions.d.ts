// The package has no types.
declare module 'fs-native-extensions' {
  /** Exclusive, of the whole file, which must be open for writing. False: another open file has it. */
  export function tryLock(fd: number): boolean;
}
