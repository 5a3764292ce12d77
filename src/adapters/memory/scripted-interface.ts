// A user interface made of a script: what it shows, and what acting on it does. Knows nothing of processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/assert-never.js';
import type { Control } from '../../domain/ui/control.js';
import type { Application } from '../../domain/ui/observation.js';
import type { ActionTarget, DeviceAction } from '../../domain/ui/ui-action.js';
import type { Look } from '../../ports/device.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { blankPng } from './blank-png.js';
import { isInteractive, type DeviceScript, type ScriptControl, type ScriptStep } from './device-script.js';

export const screenSize = { width: 640, height: 480 } as const;
const rowHeight = 24;
const scriptApplication = 'script';

/** Thrown by a step that says `die`. */
export class ScriptEnded extends Error {}

export class ScriptedInterface {
  readonly #script: DeviceScript;
  readonly #values = new Map<string, string>();
  #screen: string;
  #history: string[] = [];
  #focused: number | undefined;
  #current: string = scriptApplication;
  readonly #launched = new Set<string>([scriptApplication]);

  constructor(script: DeviceScript) {
    this.#script = script;
    this.#screen = script.start;
    this.#scene();
  }

  applications(): readonly Application[] {
    return [scriptApplication, ...(this.#script.applications ?? [])].map((name) => ({
      id: name,
      name,
      running: this.#launched.has(name),
      current: this.#current === name,
    }));
  }

  select(id: string): void {
    if (!this.#launched.has(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
    this.#current = id;
    if (id !== scriptApplication) this.#goto(id);
  }

  launch(name: string): void {
    if (name !== scriptApplication && this.#script.applications?.includes(name) !== true)
      throw new ActionFailedError('no-such-application', `There is no application '${name}'.`);
    this.#launched.add(name);
    this.select(name);
  }

  closeApplication(id: string): void {
    if (!this.#launched.delete(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
    if (this.#current === id) this.#current = [...this.#launched][0] ?? scriptApplication;
  }

  look(): Look {
    const { title, controls, notices = [] } = this.#scene();
    const application = this.applications().find(({ current }) => current) ?? {
      id: scriptApplication,
      name: scriptApplication,
      running: true,
      current: true,
    };
    return {
      application: { ...application, title },
      title,
      controls: controls.map((control, index) => this.#control(control, index)),
      notices,
    };
  }

  screenshot(): Uint8Array {
    return (picture ??= blankPng(screenSize.width, screenSize.height));
  }

  source(): string {
    return this.look()
      .controls.map(({ role, name, value }) => `${role} "${name}"${value === undefined ? '' : ` ${value}`}`)
      .join('\n');
  }

  get quiet(): boolean {
    return this.#scene().quiet !== false;
  }

  async perform(action: DeviceAction, signal: AbortSignal): Promise<{ readonly text?: string }> {
    switch (action.type) {
      case 'click':
        await this.#act(this.#find(action.target), signal);
        return {};
      case 'set-text': {
        const index = this.#find(action.target);
        const before = action.clear ? '' : (this.#value(index) ?? '');
        this.#setValue(index, before + action.text);
        return {};
      }
      case 'select-option': {
        const index = this.#find(action.target);
        const missing = action.values.find((value) => this.#at(index).options?.includes(value) !== true);
        if (missing !== undefined) throw new ActionFailedError('no-such-option', `'${this.#at(index).name}' has no option '${missing}'.`);
        this.#setValue(index, action.values.join(', '));
        await this.#act(index, signal);
        return {};
      }
      case 'press-keys': {
        const index = action.target === undefined ? this.#focused : this.#find(action.target);
        if (index !== undefined && !action.keys.startsWith('{')) this.#setValue(index, (this.#value(index) ?? '') + action.keys);
        return {};
      }
      case 'read-text':
        return { text: action.target === undefined ? this.source() : this.#textOf(this.#find(action.target)) };
      case 'navigate': {
        const screen = action.url.replace(/^[a-z]+:\/*/i, '');
        this.#goto(screen);
        return {};
      }
      case 'go-back':
        this.#screen = this.#history.pop() ?? this.#screen;
        return {};
      case 'select-application':
        this.select(action.id);
        return {};
      case 'launch-application':
        this.launch(action.name);
        return {};
      case 'scroll':
      case 'drag':
        return {};
      default:
        return assertNever(action);
    }
  }

  async #act(index: number, signal: AbortSignal): Promise<void> {
    const control = this.#at(index);
    if (control.enabled === false) throw new ActionFailedError('action-failed', `${control.role} '${control.name}' is disabled.`);
    this.#focused = index;
    if (control.on !== undefined) await this.#run(control.on, this.#value(index) ?? '', signal);
  }

  async #run(step: ScriptStep, value: string, signal: AbortSignal): Promise<void> {
    if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal });
    if (step.post !== undefined) {
      const body = JSON.stringify(step.post.body ?? {}).replaceAll('{{value}}', JSON.stringify(value).slice(1, -1));
      const reply = await fetch(step.post.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
      if (!reply.ok) throw new ActionFailedError('action-failed', `${step.post.url} answered ${reply.status}.`);
      await reply.arrayBuffer();
    }
    if (step.delayAfterMs !== undefined) await sleep(step.delayAfterMs, undefined, { signal });
    if (step.die === true) throw new ScriptEnded('The script ended the session.');
    if (step.fail !== undefined) throw new ActionFailedError(step.fail.code, step.fail.message);
    if (step.goto !== undefined) this.#goto(step.goto);
  }

  #goto(screen: string): void {
    if (this.#script.screens[screen] === undefined) throw new ActionFailedError('action-failed', `The script has no screen '${screen}'.`);
    this.#history.push(this.#screen);
    this.#screen = screen;
    this.#focused = undefined;
  }

  #find(target: ActionTarget<Control>): number {
    const controls = this.#scene().controls;
    if ('control' in target) {
      const index = controls.findIndex((_control, position) => this.#path(position) === target.control.path);
      if (index === -1)
        throw new ActionFailedError(
          'control-gone',
          `${target.control.role} '${target.control.name}' is not on screen '${this.#screen}' any more.`,
        );
      return index;
    }
    const y = target.unit === 'fraction' ? target.point.y * screenSize.height : target.point.y;
    const index = Math.floor(y / rowHeight);
    if (controls[index] === undefined) throw new ActionFailedError('action-failed', `Nothing is at ${target.point.x}, ${target.point.y}.`);
    return index;
  }

  #control(control: ScriptControl, index: number): Control {
    const { role, name, options, enabled = true, masked } = control;
    const value = this.#value(index);
    return {
      id: this.#path(index),
      role,
      name,
      ...(value === undefined ? {} : { value: masked === true ? '•••' : value }),
      ...(options === undefined ? {} : { options }),
      ...(this.#focused === index ? { states: ['focused'] } : {}),
      bounds: { x: 0, y: index * rowHeight, width: screenSize.width, height: rowHeight },
      enabled,
      visible: true,
      interactive: isInteractive(role),
      path: this.#path(index),
      source: 'tree',
      ...(masked === undefined ? {} : { masked }),
    };
  }

  #textOf(index: number): string {
    const { name, masked } = this.#at(index);
    return masked === true ? '•••' : (this.#value(index) ?? name);
  }

  #value(index: number): string | undefined {
    return this.#values.get(this.#path(index)) ?? this.#at(index).value;
  }

  #setValue(index: number, value: string): void {
    this.#focused = index;
    this.#values.set(this.#path(index), value);
  }

  #at(index: number): ScriptControl {
    const control = this.#scene().controls[index];
    if (control === undefined) throw new ActionFailedError('control-gone', `Screen '${this.#screen}' has no control ${index}.`);
    return control;
  }

  #path(index: number): string {
    return `${this.#screen}/${index}`;
  }

  #scene(): DeviceScript['screens'][string] {
    const scene = this.#script.screens[this.#screen];
    if (scene === undefined)
      throw new TypeError(`The script has no screen '${this.#screen}', only: ${Object.keys(this.#script.screens).join(', ')}.`);
    return scene;
  }
}

let picture: Uint8Array | undefined;
