// Starts a run of any engine.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Me } from '../../domain/report/console.js';
import { type RunEngine, runEngines } from '../../domain/run/listed.js';
import { go, runAddress } from './places.js';
import { Submit } from './parts.js';
import { call, useCall } from './server.js';

export function StartPage({ me }: { readonly me: Me | undefined }) {
  const [engine, setEngine] = useState<RunEngine>('agent');
  return (
    <main class="desk narrow">
      <h1>Start a run</h1>
      <div class="filter" role="group" aria-label="Engine">
        {runEngines.map((each) => (
          <button key={each} type="button" aria-pressed={engine === each} onClick={() => setEngine(each)}>
            {each}
          </button>
        ))}
      </div>
      {engine === 'procedure' ? <ProcedureForm me={me} /> : <RunForm key={engine} engine={engine} />}
    </main>
  );
}

interface FormProps {
  /** What is sent; throws an `Error` whose message tells what is missing. */
  readonly body: () => object;
  readonly children: ComponentChildren;
}

function Form({ body, children }: FormProps) {
  const { isBusy, problem, run } = useCall();
  return (
    <form
      class="fields card"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => go(runAddress((await call<{ readonly id: string }>('/api/runs', body())).id)));
      }}
    >
      {children}
      <Submit label="Start" isBusy={isBusy} problem={problem} />
    </form>
  );
}

interface Fields {
  readonly request: string;
  readonly goal: string;
  readonly kind: 'web' | 'desktop' | 'appium';
  readonly start: string;
  readonly maxSteps: string;
  readonly maxCostUsd: string;
  readonly document: string;
  readonly capabilities: string;
}

const nothing: Fields = { request: '', goal: '', kind: 'web', start: '', maxSteps: '', maxCostUsd: '', document: '', capabilities: '' };

function RunForm({ engine }: { readonly engine: 'agent' | 'flow' | 'explorer' }) {
  const [fields, setFields] = useState(nothing);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  const { kind } = fields;
  const variables = engine === 'flow' ? variablesOf(fields.document) : [];
  return (
    <Form body={() => ({ engine, input: inputOf(engine, fields, variables, values) })}>
      {engine === 'agent' && (
        <label>
          Request
          <textarea rows={3} required value={fields.request} onInput={(event) => set({ request: event.currentTarget.value })} />
        </label>
      )}
      {engine === 'explorer' && (
        <label>
          Goal, if there is one
          <input value={fields.goal} onInput={(event) => set({ goal: event.currentTarget.value })} />
        </label>
      )}
      {engine === 'flow' && <FlowFields {...{ fields, set, variables, values, setValues }} />}
      <div class="row">
        <label>
          Device
          <select value={kind} onChange={(event) => set({ kind: event.currentTarget.value as Fields['kind'] })}>
            <option value="web">browser</option>
            <option value="desktop">desktop</option>
            <option value="appium">Appium</option>
          </select>
        </label>
        <label class="wide">
          {kind === 'web' ? 'Address' : 'Application'}
          <input
            placeholder={kind === 'web' ? 'https://shop.example/' : ''}
            value={fields.start}
            onInput={(event) => set({ start: event.currentTarget.value })}
          />
        </label>
      </div>
      {kind === 'appium' && (
        <label>
          Capabilities (JSON)
          <textarea rows={4} value={fields.capabilities} onInput={(event) => set({ capabilities: event.currentTarget.value })} />
        </label>
      )}
      <div class="row">
        <label>
          Steps at most
          <input type="number" min="1" value={fields.maxSteps} onInput={(event) => set({ maxSteps: event.currentTarget.value })} />
        </label>
        <label>
          US dollars at most
          <input
            type="number"
            min="0"
            step="any"
            value={fields.maxCostUsd}
            onInput={(event) => set({ maxCostUsd: event.currentTarget.value })}
          />
        </label>
      </div>
    </Form>
  );
}

interface FlowFieldsProps {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly variables: readonly FlowVariable[];
  readonly values: Readonly<Record<string, string>>;
  readonly setValues: (values: Readonly<Record<string, string>>) => void;
}

/** The document, and a field for each of its variables. */
function FlowFields({ fields, set, variables, values, setValues }: FlowFieldsProps) {
  return (
    <>
      <label>
        Flow document (a file, or pasted)
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            // Of a file that cannot be read the field shows nothing.
            event.currentTarget.files?.[0]?.text().then(
              (document) => set({ document }),
              () => set({ document: '' }),
            );
          }}
        />
      </label>
      <label>
        <span class="unseen">Flow document as JSON</span>
        <textarea
          rows={8}
          class="code"
          required
          value={fields.document}
          onInput={(event) => set({ document: event.currentTarget.value })}
        />
      </label>
      {variables.map(({ name, initial }) => (
        <label key={name}>
          {name}
          <input
            placeholder={initial}
            value={values[name] ?? ''}
            onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}

function inputOf(
  engine: 'agent' | 'flow' | 'explorer',
  { request, goal, kind, start, maxSteps, maxCostUsd, document, capabilities }: Fields,
  variables: readonly FlowVariable[],
  values: Readonly<Record<string, string>>,
): object {
  const place = start.trim() === '' ? {} : kind === 'web' ? { url: start.trim() } : { app: start.trim() };
  return {
    request: engine === 'agent' ? request : undefined,
    goal: engine === 'explorer' && goal.trim() !== '' ? goal.trim() : undefined,
    flow: engine === 'flow' ? parsed(document, 'The flow document') : undefined,
    variables: engine === 'flow' ? readVariables(variables, values) : undefined,
    device: { kind, ...place, capabilities: kind === 'appium' ? parsed(capabilities, 'The capabilities') : undefined },
    budget: {
      maxSteps: maxSteps === '' ? undefined : Number(maxSteps),
      maxCostUsd: maxCostUsd === '' ? undefined : Number(maxCostUsd),
    },
  };
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${what} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function ProcedureForm({ me }: { readonly me: Me | undefined }) {
  const known = me?.procedures ?? [];
  const [workflow, setWorkflow] = useState('');
  const [variables, setVariables] = useState('');
  if (known.length === 0) return <p class="nothing">There is no procedure in the console’s folder of procedures.</p>;
  return (
    <Form
      body={() => ({
        engine: 'procedure',
        workflow: workflow || known[0]?.id,
        variables: variables.trim() === '' ? undefined : parsed(variables, 'The text of the variables'),
      })}
    >
      <label>
        Procedure
        <select value={workflow || known[0]?.id} onChange={(event) => setWorkflow(event.currentTarget.value)}>
          {known.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Variables (JSON, by name)
        <textarea
          rows={4}
          class="code"
          placeholder='{"version": "1.4.0"}'
          value={variables}
          onInput={(event) => setVariables(event.currentTarget.value)}
        />
      </label>
    </Form>
  );
}

// The variables of a flow document that is being pasted, for a form; the document is checked when the run begins.

interface FlowVariable {
  readonly name: string;
  /** Its initial value, as a text. */
  readonly initial: string;
}

/** None, while the text is no flow document. */
function variablesOf(document: string): readonly FlowVariable[] {
  try {
    const { variables } = JSON.parse(document) as { readonly variables?: unknown };
    return Object.entries(isRecord(variables) ? variables : {}).map(([name, initial]) => ({ name, initial: shown(initial) }));
  } catch {
    return [];
  }
}

/** What a person has filled in: JSON where the initial value is none of a text, otherwise as it stands. */
function readVariables(variables: readonly FlowVariable[], values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    variables.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || value === '' ? [] : [[name, read(value)]];
    }),
  );
}

function read(value: string): unknown {
  if (!/^(?:-?\d+(?:\.\d+)?|true|false|null|\[.*\]|\{.*\})$/s.test(value.trim())) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
