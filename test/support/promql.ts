// Which metrics and labels a PromQL expression names, by Prometheus' own grammar.
import { parser } from '@prometheus-io/lezer-promql';

/** Throws for what is no PromQL. Variables of Grafana are filled in. */
export function metricsIn(expression: string): readonly string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new SyntaxError(`no PromQL at ${node.from}: ${text}`);
      if (node.name === 'VectorSelector') {
        const name = /^[a-zA-Z_:][\w:]*/.exec(text.slice(node.from, node.to))?.[0];
        if (name !== undefined) names.push(name);
      }
    },
  });
  return names;
}
