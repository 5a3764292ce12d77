/** The application that an Appium session is started for: its id, otherwise its file. Undefined if the capabilities name none. */
export function applicationOfCapabilities(capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const names = ['appPackage', 'bundleId', 'app'].flatMap((name) => [`appium:${name}`, name]);
  return names.map((name) => capabilities[name]).find((value): value is string => typeof value === 'string' && value !== '');
}
