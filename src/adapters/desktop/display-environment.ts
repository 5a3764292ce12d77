/** Environment of programs that shall show themselves on a display. */
export type DisplayEnvironment = Readonly<Record<string, string>>;

/** What a program on a display may know of this process's environment: no key, no secret. */
export function environmentOf(alsoNames: readonly string[]): DisplayEnvironment {
  const names = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'XDG_DATA_DIRS', 'XDG_CONFIG_DIRS', ...alsoNames];
  const known = Object.entries(process.env).filter(([name]) => names.includes(name) || name.startsWith('LC_'));
  return { LANG: 'C.UTF-8', ...Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))) };
}
