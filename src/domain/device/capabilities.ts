/** The application that a session of Appium is begun for: its id, else its file. Undefined: capabilities that name none. */
export function applicationOfCapabilities(capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const names = ['appPackage', 'bundleId', 'app'].flatMap((name) => [`appium:${name}`, name]);
  return names.map((name) => capabilities[name]).find((value): value is string => typeof value === 'string' && value !== '');
}
