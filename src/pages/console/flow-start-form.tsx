// Starts a flow of the library, by its own form.
import { useState } from 'preact/hooks';
import type { FlowSummary } from '../../client/library/flows.js';
import { go, runAddress } from './places.js';
import { Submit } from './problem.js';
import { call, useCall } from './server.js';

type Field = FlowSummary['form'][number];

const keyboards = { text: 'text', number: 'decimal', date: 'text', email: 'email', url: 'url' } as const satisfies Record<
  Field['type'],
  string
>;

export function FlowStartForm({ flow: { id, form, application = '' } }: { readonly flow: FlowSummary }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [url, setUrl] = useState('');
  const { isBusy, problem, run } = useCall();
  const start = async (): Promise<void> => {
    const body = { variables: given(form, values), url: url.trim() === '' ? undefined : url.trim() };
    go(runAddress((await call<{ readonly id: string }>(`/api/flows/${encodeURIComponent(id)}/start`, body)).id));
  };
  return (
    <form
      class="fields card"
      onSubmit={(event) => {
        event.preventDefault();
        run(start);
      }}
    >
      <h2>Start</h2>
      {form.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onInput={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {(application === '' || /^https?:/i.test(application)) && (
        <label>
          Address
          <input
            type="url"
            placeholder={application}
            required={application === ''}
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
      )}
      <Submit label="Start" isBusy={isBusy} problem={problem} />
    </form>
  );
}

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** What is left empty has its default, which stands there as a hint. */
function FormField({ field: { name, title = name, type, description, default: usual }, value, onInput }: FormFieldProps) {
  return (
    <label>
      <span dir="auto">{title}</span>
      <input
        inputMode={keyboards[type]}
        dir="auto"
        placeholder={usual ?? ''}
        required={usual === undefined}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {description !== undefined && description !== '' && (
        <small class="quiet" dir="auto">
          {description}
        </small>
      )}
    </label>
  );
}

function given(form: readonly Field[], values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(form.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
}
