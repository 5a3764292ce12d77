// Ids of configured applications that are not open: no device gives such an id to one that runs.
const mark = 'app:';

export function configuredId(name: string): string {
  return `${mark}${name}`;
}

export function isConfiguredId(id: string): boolean {
  return id.startsWith(mark);
}
