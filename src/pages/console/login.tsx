import { useState } from 'preact/hooks';
import { Submit } from './problem.js';
import { enter, useCall } from './server.js';

/** For who comes without the link, or with one of a console that has been started anew. */
export function Login({ onAdmitted }: { readonly onAdmitted: () => void }) {
  const [token, setToken] = useState('');
  const { isBusy, problem, run } = useCall();
  return (
    <main class="desk narrow">
      <h1>steadyhand</h1>
      <form
        class="fields card"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await enter(token.trim().replace(/^.*#token=/, ''));
            onAdmitted();
          });
        }}
      >
        <p>Open the link that the console printed when it was started, or paste its token here.</p>
        <label>
          Token
          <input type="password" autoComplete="off" required value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        <Submit label="Open" isBusy={isBusy} problem={problem} />
      </form>
    </main>
  );
}
