// `steadyhand/testing`: the suite that every device passes, and stand-ins that need neither a screen, nor a model, nor a disk.
export { createMemoryDriver, type MemoryDriver } from './adapters/memory/memory-driver.js';
export type { DeviceScript } from './adapters/memory/device-script.js';
export { createMemoryArtifactStore } from './adapters/memory/artifact-store.js';
export { conformanceScript } from './testing/conformance-script.js';
export { abilities, type Ability } from './testing/device-abilities.js';
export { describeDeviceConformance, type DeviceConformance, type TestFramework } from './testing/device-conformance.js';
export { createScriptedModel, type Script, type ScriptedModel, type Turn } from './testing/scripted-model.js';
