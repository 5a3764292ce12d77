import type { AccessibilityBus } from './accessibility-bus.js';
import { UnansweredError } from './bus-connection.js';

/** For desktops without accessibility: no application reports any control. */
export function noAccessibility(): AccessibilityBus {
  const unanswered = (): Promise<never> => Promise.reject(new UnansweredError('nobody is asked'));
  return {
    applications: async () => [],
    treeOf: unanswered,
    boundsOf: unanswered,
    stateOf: unanswered,
    windowOf: unanswered,
    facesOf: unanswered,
    textOf: unanswered,
    valueOf: unanswered,
    rangeOf: unanswered,
    labelsOf: unanswered,
    isAt: unanswered,
    coverAt: unanswered,
    scrollTo: unanswered,
    childrenOf: unanswered,
    wordsBeside: unanswered,
    setText: unanswered,
    textNow: unanswered,
    insertText: unanswered,
    deleteText: unanswered,
    setValue: unanswered,
    selectChild: unanswered,
    focus: unanswered,
    focused: () => undefined,
    quietFor: () => Number.POSITIVE_INFINITY,
    close: () => undefined,
  };
}
