// Before each test file of `e2e` and `faults`: what is started without an address goes to the server of this worker of Jest.
const addresses = process.env.STEADYHAND_TEST_ADDRESSES.split(',');

process.env.TEMPORAL_ADDRESS = addresses[Number(process.env.JEST_WORKER_ID) - 1];
