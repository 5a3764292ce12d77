export type Keys = readonly (readonly [keys: string, what: string])[];

/** What the keys of a page do. */
export function KeyHelp({ keys }: { readonly keys: Keys }) {
  return (
    <ul class="keys" aria-label="Keys">
      {keys.map(([names, what]) => (
        <li key={names}>
          {names.split(' ').map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}{' '}
          {what}
        </li>
      ))}
    </ul>
  );
}
