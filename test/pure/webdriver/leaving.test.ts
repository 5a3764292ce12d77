// LK77: what the browser tells of a page that asks before it is left, in its order, and what it is told. That it asks at all is tried in e2e/webdriver/leaving.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DevTools, Reactions } from '../../../src/adapters/webdriver/devtools/connection.js';
import { createLeavePermit, createLeaving, type LeavePermit } from '../../../src/adapters/webdriver/devtools/leaving.js';

let sent: string[];
let permit: LeavePermit;
let reactions: Reactions;

const devtools: DevTools = {
  send: <T>(method: string, params?: object) => {
    sent.push(method === 'Page.handleJavaScriptDialog' ? JSON.stringify(params) : method);
    return Promise.resolve({} as T);
  },
  listen: () => () => undefined,
  isOpen: true,
  close: () => undefined,
};

beforeEach(() => {
  sent = [];
  permit = createLeavePermit();
  ({ reactions } = createLeaving({ devtools, top: { frame: 'top', session: 'tab' }, permit }));
});

const tell = (method: string, params: object): void => reactions[method]?.(params as never, 'tab');
const requests = (): void =>
  tell('Page.frameRequestedNavigation', { frameId: 'top', url: 'https://shop.example/', reason: 'scriptInitiated' });
const asks = (): void => tell('Page.javascriptDialogOpening', { type: 'beforeunload' });
const isAnswered = (result: boolean): void => tell('Page.javascriptDialogClosed', { result });

describe('a page with a draft that is left without leave', () => {
  beforeEach(() => permit.permit(false));

  test('stays, and tells where it would have led', () => {
    requests();
    asks();
    isAnswered(false);
    expect([sent, permit.takeStayed()]).toMatchObject([['{"accept":false}'], { url: 'https://shop.example/' }]);
  });

  test('where the driver said yes before us, the page that comes instead is stopped, whenever it begins to load', () => {
    requests();
    asks();
    isAnswered(true);
    tell('Page.frameStartedLoading', { frameId: 'frame' });
    tell('Page.frameStartedLoading', { frameId: 'top' });
    expect(sent).toEqual(['{"accept":false}', 'Page.stopLoading', 'Page.stopLoading']);
  });

  test('what the next action loads is not stopped, nor what loads after a page came all the same', () => {
    asks();
    isAnswered(true);
    permit.permit(false);
    tell('Page.frameStartedLoading', { frameId: 'top' });
    expect(sent).toEqual(['{"accept":false}', 'Page.stopLoading']);
    permit.permit(false);
    asks();
    isAnswered(true);
    tell('Page.frameNavigated', { frame: { id: 'top', loaderId: 'next' } });
    tell('Page.frameStartedLoading', { frameId: 'top' });
    expect(sent.slice(2)).toEqual(['{"accept":false}', 'Page.stopLoading']);
  });
});

test('a page that may be left is left', () => {
  permit.permit(true);
  requests();
  asks();
  isAnswered(true);
  tell('Page.frameStartedLoading', { frameId: 'top' });
  expect([sent, permit.takeStayed()]).toEqual([['{"accept":true}'], undefined]);
});
