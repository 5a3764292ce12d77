// Before each test file of `e2e`: commands without an address use the server of this Jest worker.
const addresses = process.env.STEADYHAND_TEST_ADDRESSES.split(',');

process.env.TEMPORAL_ADDRESS = addresses[Number(process.env.JEST_WORKER_ID) - 1];
