// When a run goes on in another part of its chain, and on which version of the workers (FL3).
//
// part-1. A run keeps the version that it began on until it continues as new, and does so as soon as it can once its deployment has another version.
// part-2. A child stays where its parent is: they exchange signals, and each side has to understand the other.
import { workflowInfo } from '@temporalio/workflow';

/** For long waits: whether the run should continue as new. */
export function isToContinueAsNew(): boolean {
  return workflowInfo().continueAsNewSuggested || isToMove();
}

/** The next part begins on another version of the workers. */
export function isToMove(): boolean {
  const { targetWorkerDeploymentVersionChanged, parent } = workflowInfo();
  return targetWorkerDeploymentVersionChanged && parent === undefined;
}
