/** Environment of programs that run on a display. */
export type DisplayEnvironment = Readonly<Record<string, string>>;

/** The part of this process's environment that a program on a display may see: no keys, no secrets. */
export function environmentOf(alsoNames: readonly string[]): DisplayEnvironment {
  const names = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'XDG_DATA_DIRS', 'XDG_CONFIG_DIRS', ...alsoNames];
  const known = Object.entries(process.env).filter(([name]) => names.includes(name) || name.startsWith('LC_'));
  return { LANG: 'C.UTF-8', ...Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))) };
}
