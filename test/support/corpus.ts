/** The folder of third-party definitions that STEADYHAND_CORPUS names. They are test data and not part of the project: without them their tests are skipped. */
export const corpus = process.env['STEADYHAND_CORPUS'] || undefined;

if (corpus === undefined) console.log('Skipped: third-party procedures; STEADYHAND_CORPUS names their folder.');
