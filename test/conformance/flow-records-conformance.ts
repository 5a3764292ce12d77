import type { ArtifactStore } from '../../src/ports/artifact-store.js';
import type { FlowRecords } from '../../src/ports/flow-records.js';
import { flowStory, pictureOf, storyPlace } from '../support/flow-story.js';

export interface FlowRecordsUnderTest {
  readonly records: FlowRecords;
  readonly artifacts: ArtifactStore;
}

/** `open`: another user of the same records each time within a test, empty at its beginning. */
export function flowRecordsConform(open: () => FlowRecordsUnderTest, numbers: string): void {
  const story = flowStory(4);
  const storePictures = async (artifacts: ArtifactStore): Promise<void> => {
    for (const { node, artifacts: kept } of story) if (node && kept) await artifacts.put(pictureOf(node), 'image/png');
  };

  test(`${numbers}: what was appended is read, visit by visit, with what each kept`, async () => {
    const { records, artifacts } = open();
    await storePictures(artifacts);
    await records.append(storyPlace, story);
    const read = await open().records.read(storyPlace);
    const about = story.filter(({ node }) => node === undefined);
    expect(read?.events.map(({ seq, type }) => [seq, type])).toEqual(about.map(({ seq, type }) => [seq, type]));
    expect(read?.visits.map(({ node }) => `${node.name} ${node.visit}`)).toEqual([
      ...new Set(story.flatMap(({ node }) => (node ? [`${node.name} ${node.visit}`] : []))),
    ]);
    expect(read?.visits.every(({ artifacts: kept }) => kept.length === 1)).toBe(true);
    const refs = await Promise.all((read?.visits ?? []).flatMap((visit) => visit.artifacts.map((path) => records.refOf(path))));
    expect(refs).toEqual(await Promise.all((read?.visits ?? []).map(({ node }) => artifacts.put(pictureOf(node), 'image/png'))));
    expect(read?.visits.map(({ status }) => status)).toEqual(read?.visits.map(() => 'ok'));
  });

  test(`${numbers}: records count once, in whatever parts and however often they come`, async () => {
    const { records, artifacts } = open();
    await storePictures(artifacts);
    for (const part of [story.slice(0, 5), story.slice(2, 9), story, story.slice(3)]) await open().records.append(storyPlace, part);
    await records.append(storyPlace, story);
    const read = await records.read(storyPlace);
    const seqs = [...(read?.events ?? []), ...(read?.visits ?? []).flatMap(({ events }) => events)].map(({ seq }) => seq);
    expect(seqs.sort((one, other) => one - other)).toEqual(story.map(({ seq }) => seq));
  });

  test(`${numbers}: an artifact that is gone becomes a warning of its node`, async () => {
    const { records } = open();
    await records.append(storyPlace, story);
    const warnings = (await records.read(storyPlace))?.visits.map(({ events }) => events.filter(({ type }) => type === 'warning').length);
    expect(warnings).toEqual([1, 1, 1, 1]);
  });

  test(`${numbers}: a run is found by its workflow, and listed with its state, newest first`, async () => {
    const { records } = open();
    expect(await records.list()).toEqual([]);
    expect(await records.find('flow-1')).toBeUndefined();
    expect(await records.read(storyPlace)).toBeUndefined();
    await records.append(storyPlace, story.slice(0, 3));
    expect(await records.list()).toMatchObject([{ place: storyPlace, status: 'running' }]);
    await records.append(storyPlace, story);
    const later = { ...storyPlace, id: 'flow-2', run: storyPlace.run.replace(/^2026/, '2027') };
    const inYear = story.map((record) => ({
      ...record,
      at: record.at + 365 * 86_400_000,
      ...(record.type === 'workflow_started' ? { payload: { ...record.payload, workflow_id: 'flow-2' } } : {}),
    }));
    await records.append(later, inYear);
    expect((await open().records.list()).map(({ place, status }) => [place, status])).toEqual([
      [later, 'completed'],
      [storyPlace, 'completed'],
    ]);
    expect(await records.find('flow-1')).toEqual(storyPlace);
    expect(await records.find('flow')).toBeUndefined();
  });
}
