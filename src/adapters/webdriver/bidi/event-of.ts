// Which events of WebDriver BiDi are told, and as what. Protocol: https://w3c.github.io/webdriver-bidi/
import type { BrowserEvent } from '../../../domain/ui/browser-events.js';
import { numberOf, recordOf, textOf, type Data } from '../../../domain/checks/recorded-data.js';

/** Told by a reload, a navigation or a download: nothing has failed. */
const aborted = 'net::ERR_ABORTED';

export function eventOf(method: string, params: Data): BrowserEvent | undefined {
  switch (method) {
    case 'log.entryAdded':
      return params['level'] === 'error' ? { type: 'error', text: textOf(params['text']) } : undefined;
    case 'network.fetchError':
      return params['errorText'] === aborted ? undefined : failed(params, textOf(params['errorText']));
    case 'network.responseCompleted': {
      const status = numberOf(recordOf(params['response'])?.['status']);
      return status < 400 ? undefined : failed(params, String(status));
    }
    case 'browsingContext.downloadWillBegin':
      return { type: 'download', id: downloadId(params), name: textOf(params['suggestedFilename']), state: 'began' };
    default:
      return undefined;
  }
}

/** The end of a download tells its file, not the name that the page gave it; `name`: that one. */
export function downloadEnd(params: Data, name: string): BrowserEvent {
  return { type: 'download', id: downloadId(params), name, state: params['status'] === 'complete' ? 'complete' : 'canceled' };
}

/** Older drivers know a download by its navigation only. */
export function downloadId(params: Data): string {
  return textOf(params['download']) || textOf(params['navigation']) || textOf(params['url']);
}

function failed(params: Data, reason: string): BrowserEvent {
  const request = recordOf(params['request']);
  return { type: 'request', method: textOf(request?.['method']), url: textOf(request?.['url']), reason };
}
