// A flow as a drawing with the path that it took, and its nodes as a list: what a picture shows, a list tells.
import { useState } from 'preact/hooks';
import type { FlowStanding as Standing } from '../../client/standing.js';
import { Badge } from '../components/badge.js';
import { Said } from '../components/said.js';
import { count, counted } from '../words.js';
import { runPath } from './server.js';
import { Fact } from './fact.js';
import { Image } from './image.js';

export function FlowStanding({ id, standing }: { readonly id: string; readonly standing: Standing }) {
  const { name, nodes, visits, loops, attempt = 0, isUnknown } = standing;
  const [isFull, setFull] = useState(false);
  const now = nodes.find(({ isNow }) => isNow);
  const visited = nodes.filter(({ times }) => times > 0).length;
  // A picture is read again when something has moved, and only then.
  const version = nodes.map(({ times, isNow }) => `${times}${isNow ? 'n' : ''}`).join('.');
  const told = `Drawing of the flow: ${visited} of ${counted(nodes.length, 'node')} visited${now ? `, now at ${now.name || now.id}` : ''}. The list below has the same.`;
  return (
    <>
      <header class="card run-head">
        <h1>
          <Said text={name} />
        </h1>
        {isUnknown && <p class="trouble">No worker answers, so that the path is not known.</p>}
        <dl class="numbers">
          {now && (
            <Fact name="now">
              <Said text={now.name || now.id} line />
              {attempt > 0 && `, attempt ${attempt + 1}`}
            </Fact>
          )}
          <Fact name="visited">
            {count(visited)} of {counted(nodes.length, 'node')}
          </Fact>
          <Fact name="visits">{count(visits)}</Fact>
          {Object.entries(loops).map(([loop, round]) => (
            <Fact key={loop} name="loop">
              <Said text={loop} line /> {round}
            </Fact>
          ))}
        </dl>
      </header>
      <section class="card drawing" aria-label="Drawing">
        <div class={isFull ? 'pane full' : 'pane'} tabIndex={0} role="group" aria-label="Drawing, scrollable">
          <Image path={`${runPath(id)}/drawing.svg?at=${version}`} alt={told} />
        </div>
        <button type="button" aria-pressed={isFull} onClick={() => setFull(!isFull)}>
          Full size
        </button>
      </section>
      <section class="card run-head" aria-label="Nodes">
        <h2>Nodes</h2>
        <ol class="outline">
          {nodes.map((node) => (
            <Node key={node.id} node={node} />
          ))}
        </ol>
      </section>
    </>
  );
}

function Node({ node: { id, name, summary, times, isNow, isDisabled } }: { readonly node: Standing['nodes'][number] }) {
  return (
    <li class={isNow ? 'now' : undefined} aria-current={isNow ? 'step' : undefined}>
      <span class="mark" aria-hidden="true">
        {isNow ? '●' : times > 0 ? '✔' : '○'}
      </span>
      <div>
        <strong>
          <Said text={name || id} line />
        </strong>{' '}
        {isNow && <Badge tone="person">now</Badge>} {times > 0 && <Badge tone="accent">{`visited ×${times}`}</Badge>}{' '}
        {isDisabled && <Badge>disabled</Badge>}
        <p class="quiet small">
          <Said text={summary} line />
        </p>
      </div>
    </li>
  );
}
