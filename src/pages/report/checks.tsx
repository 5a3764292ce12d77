import type { ReportCheck } from '../../domain/report/report.schema.js';
import { Badge, toneOf } from '../components/badge.js';
import { Said } from '../components/said.js';

export function Checks({ checks }: { readonly checks: readonly ReportCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <ul class="card checks">
        {checks.map(({ node, name, verdict, reason, card }, index) => (
          <li key={index}>
            <Badge tone={toneOf(verdict)}>{verdict}</Badge>{' '}
            {card === undefined ? (
              <Said text={node} line />
            ) : (
              <a href={`#${card}`}>
                <Said text={node} line />
              </a>
            )}
            : <Said text={name} line />
            {reason !== '' && (
              <span class="effect">
                <Said text={reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
