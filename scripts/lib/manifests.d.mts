export const kubernetesVersion: string;
export function findManifestTools(): { readonly kubeconform: string; readonly schemas: string } | undefined;
export function ensureManifestTools(say?: (text: string) => void): Promise<string>;
