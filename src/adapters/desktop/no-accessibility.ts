import type { AccessibilityBus } from './accessibility-bus.js';
import { UnansweredError } from './bus-connection.js';

/** Of a desktop whose applications are only looked at: none of them tells anything. */
export function noAccessibility(): AccessibilityBus {
  const unanswered = (): Promise<never> => Promise.reject(new UnansweredError('nobody is asked'));
  return {
    applications: async () => [],
    windowsOf: unanswered,
    boundsOf: unanswered,
    stateOf: unanswered,
    facesOf: unanswered,
    textOf: unanswered,
    valueOf: unanswered,
    labelsOf: unanswered,
    childrenOf: unanswered,
    wordsBeside: unanswered,
    setText: unanswered,
    appendText: unanswered,
    setValue: unanswered,
    selectChild: unanswered,
    focus: unanswered,
    quietFor: () => Number.POSITIVE_INFINITY,
    close: () => undefined,
  };
}
