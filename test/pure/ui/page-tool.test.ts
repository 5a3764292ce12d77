import {
  longestToolAnswer,
  mapTexts,
  mostPageTools,
  offeredPageTools,
  parsePageToolList,
  parseToolInput,
  toolAnswerText,
  type FoundPageTool,
} from '../../../src/domain/ui/page-tool.js';

const shop = 'https://shop.example';
const ads = 'https://ads.example';

function found(more: Partial<FoundPageTool> = {}): FoundPageTool {
  return { id: 'i', name: 'search', origin: shop, description: 'Searches', schema: '{"type":"object"}', hints: [], ...more };
}

const plain = (text: string): string => text;
const named = (tools: readonly FoundPageTool[], origins: readonly string[], top: string | null = shop) =>
  offeredPageTools(tools, { top, origins, mask: plain }).tools.map(({ name }) => name);

describe('FL21: whose tools are offered', () => {
  const all = [
    found({ name: 'own' }),
    found({ name: 'own frame', inFrame: true }),
    found({ name: 'foreign frame', origin: ads, inFrame: true }),
    found({ name: 'opaque frame', origin: null, inFrame: true }),
  ];
  test.each([
    ['any page is allowed', [], shop, ['own', 'own frame']],
    ['its origin is allowed', [shop], shop, ['own', 'own frame']],
    ['the frame’s is allowed too', [shop, ads], shop, ['own', 'own frame', 'foreign frame']],
    ['another origin is allowed', [ads], shop, []],
    ['the page has no origin', [], null, []],
  ] as const)('where %s', (_, origins, top, names) => {
    expect(named(all, origins, top)).toEqual(names);
  });
});

describe('FL21: how much of them is told', () => {
  const offered = (tools: readonly FoundPageTool[], mask = plain) => offeredPageTools(tools, { top: shop, origins: [], mask });

  test('so many, and of the rest the number', () => {
    const { tools, more } = offered(Array.from({ length: 10_000 }, (_, n) => found({ name: `t${n}` })));
    expect([tools.length, more]).toEqual([mostPageTools, 10_000 - mostPageTools]);
  });

  test('texts are cut, and end where all of them together are too long', () => {
    const heavy = found({ description: 'd'.repeat(1_000_000), schema: 's'.repeat(1_000_000) });
    const { tools } = offered(Array.from({ length: 30 }, () => heavy));
    expect(tools[0]).toMatchObject({ description: `${'d'.repeat(499)}…`, schema: `${'s'.repeat(1499)}…` });
    expect(tools.length).toBe(7);
  });

  test('FL21, LK21: what is masked is masked before it is cut; a name that is masked or too long is not offered', () => {
    const mask = (text: string): string => text.replaceAll('correct horse', '•••');
    const description = `${'x'.repeat(492)}correct horse`;
    const { tools } = offered([found({ description }), found({ name: 'correct horse' }), found({ name: 'n'.repeat(129) })], mask);
    expect(tools.map((tool) => tool.description)).toEqual([`${'x'.repeat(492)}•••`]);
  });
});

describe('input and answer', () => {
  test.each([
    ['', {}],
    ['{"a":[1,{"b":"c"}]}', { a: [1, { b: 'c' }] }],
    ['[1]', undefined],
    ['"text"', undefined],
    ['null', undefined],
    ['{"a":', undefined],
  ])('%j', (text, input) => expect(parseToolInput(text)).toEqual(input));

  test('FL21: a text that is put into an input stays that text', () => {
    const given = parseToolInput('{"a":"{{x}}","b":[{"{{x}}":"{{x}}"}],"c":1,"__proto__":"{{x}}"}');
    const resolved = mapTexts(given, (text) => text.replace('{{x}}', '","admin":true,"'));
    expect(resolved).toEqual(
      Object.fromEntries([
        ['a', '","admin":true,"'],
        ['b', [{ '{{x}}': '","admin":true,"' }]],
        ['c', 1],
        ['__proto__', '","admin":true,"'],
      ]),
    );
  });

  test.each([
    ['plain', 'plain'],
    [undefined, 'The tool returned nothing.'],
    ['', 'The tool returned nothing.'],
    [
      {
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
      'one\ntwo',
    ],
    [{ content: [{ type: 'image', data: 'x' }] }, '{"content":[{"type":"image","data":"x"}]}'],
    [{ a: 1 }, '{"a":1}'],
    [['x'], '["x"]'],
    ['x'.repeat(longestToolAnswer + 5), `${'x'.repeat(longestToolAnswer)}… (5 more characters left out)`],
  ])('%#: what a tool returned, as text', (output, text) => expect(toolAnswerText(output, (whole) => whole)).toBe(text));

  test('a secret at the place where an answer or a description is cut is masked before', () => {
    const secret = 'correct-horse';
    const mask = (text: string) => text.replaceAll(secret, '•••');
    const answer = toolAnswerText(`${'x'.repeat(longestToolAnswer - 5)}${secret}`, mask);
    expect(answer).toBe(`${'x'.repeat(longestToolAnswer - 5)}•••`);
    // Long enough that masking shrinks what was cut out of it to less than is told.
    const long = secret.repeat(62);
    const said = found({ description: long.repeat(26) });
    const [told] = offeredPageTools([said], { top: shop, origins: [], mask: (text) => text.replaceAll(long, '•••') }).tools;
    expect(told?.description).toBe('•••'.repeat(26));
  });

  test('a list of another version is refused', () => {
    expect(parsePageToolList({ version: 1, tools: [] })).toEqual([]);
    for (const stored of [null, [], { version: 2, tools: [] }, { version: 1 }])
      expect(() => parsePageToolList(stored)).toThrow('version 1');
  });
});
