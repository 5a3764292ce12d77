// Colours of a drawing. Literal values instead of CSS variables, which not every viewer supports.
import type { NodeType } from '../../domain/flow/document.js';
import { fonts } from './drawing.js';

type Group = 'step' | 'decision' | 'loop' | 'model' | 'person';

export interface Palette {
  readonly page: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly visited: string;
  readonly onVisited: string;
  readonly groups: Readonly<Record<Group, readonly [fill: string, stroke: string]>>;
}

export const light: Palette = {
  page: '#ffffff',
  ink: '#1e293b',
  muted: '#526077',
  line: '#8a97aa',
  visited: '#2563eb',
  onVisited: '#ffffff',
  groups: {
    step: ['#f6f8fb', '#94a3b8'],
    decision: ['#fff6e0', '#d4952b'],
    loop: ['#e7f8f0', '#2f9e73'],
    model: ['#f3eefe', '#8b63d9'],
    person: ['#fdedf3', '#d1557f'],
  },
};

export const dark: Palette = {
  page: '#0f172a',
  ink: '#e8edf5',
  muted: '#a9b5c7',
  line: '#7385a0',
  visited: '#60a5fa',
  onVisited: '#0b1220',
  groups: {
    step: ['#1b2538', '#64748b'],
    decision: ['#3a2d12', '#d9a441'],
    loop: ['#10332a', '#3fb68b'],
    model: ['#2b2147', '#a78bfa'],
    person: ['#3d1c2b', '#e57aa0'],
  },
};

/** The group is also the CSS class of the node's element. */
export function groupOf(type: NodeType['type']): Group {
  switch (type) {
    case 'If':
    case 'Switch':
      return 'decision';
    case 'Loop':
    case 'EndLoop':
      return 'loop';
    case 'AiStep':
    case 'AgentTask':
      return 'model';
    case 'Ask':
      return 'person';
    default:
      return 'step';
  }
}

function colours({ page, ink, muted, line, visited, onVisited, groups }: Palette): string {
  return [
    `.page,.label rect{fill:${page}}`,
    `.name{fill:${ink}}`,
    `.summary,.label text{fill:${muted}}`,
    `.edge{stroke:${line}}`,
    `.tip{fill:${line}}`,
    ...Object.entries(groups).map(
      ([group, [fill, stroke]]) => `.${group} .box{fill:${fill};stroke:${stroke}}.${group} .sign{stroke:${stroke}}`,
    ),
    `.node.disabled .box{fill:${page}}.node.disabled .name{fill:${muted}}`,
    `.edge.visited,.node.visited .box,.label.visited rect{stroke:${visited}}`,
    `.tip.visited,.times rect,.label.visited text{fill:${visited}}`,
    `.times text{fill:${onVisited}}`,
  ].join('\n');
}

export const pictureStyle = `
.edge,.sign{fill:none;stroke-width:1.5}
.box{stroke-width:1.5;stroke-linejoin:round}
.name{font-size:${fonts.name.size}px;font-weight:600}
.summary{font-size:${fonts.summary.size}px}
.label text,.times text{font-size:${fonts.label.size}px}
.times text,.label.visited text{font-weight:600}
.disabled .box{stroke-dasharray:5 4}
.edge.visited,.node.visited .box{stroke-width:3}
${colours(light)}
@media (prefers-color-scheme:dark){
${colours(dark)}
}
`;

/** Of the node at work: a frame around it, and a mark. */
export const currentStyle = `
.node.now .box{stroke-width:5;stroke-dasharray:none;stroke:#a02c63}
.mark rect{fill:#a02c63}
.mark text{font-size:${fonts.label.size}px;font-weight:600;fill:${light.page}}
@media (prefers-color-scheme:dark){.node.now .box{stroke:#f191bd}.mark rect{fill:#f191bd}.mark text{fill:${dark.onVisited}}}
`;
