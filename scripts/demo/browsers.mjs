export async function closeLeftBrowsers() {}
