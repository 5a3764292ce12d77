export const signInWith: { readonly password: string; readonly code: string };
