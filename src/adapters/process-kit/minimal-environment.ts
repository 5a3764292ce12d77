// What a hand, and with it driver, browser and page, learn from the environment: how to find programs, folders, fonts, a display. No key, no token, no secret.
const passedOn: readonly RegExp[] = [
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/,
  /^(?:DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+|FONTCONFIG_[A-Z]+)$/,
  /^(?:LD_LIBRARY_PATH|DYLD_[A-Z_]+|CHROME_DEVEL_SANDBOX)$/,
  // Windows starts nothing without these.
  /^(?:SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMMONPROGRAMFILES.*|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|PROCESSOR_[A-Z_]+|NUMBER_OF_PROCESSORS|OS)$/i,
];

export function minimalEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.some((pattern) => pattern.test(name))));
}
