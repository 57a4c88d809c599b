import { expect, test } from 'vitest';

import type { AddedSources, SourceDetail } from '#library/sources/protocol.ts';
import { exploreContribution } from '#modes/explore/server/explore-contribution.ts';
import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { toolCaller } from '../../../../fixtures/server/tool-caller.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import type { DraftReading, DraftSummary, DraftVersion, SavedText } from '../protocol.ts';
import { draftContribution } from './draft-contribution.ts';

const SALT = 'Salt taxes paid for the canals of the north. The canals carried rice to the capital.';
const TEA = 'Tea was carried along the Horse Road from Yunnan to Tibet.';

onDatabase('drafts in an exploration', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open(), {}, { more: [exploreContribution(), draftContribution()] });
    const { person, running } = world;
    const bucketId = newId();
    await world.call('POST', '/api/library/buckets', { id: bucketId, name: 'Trade routes' });
    const salt = await world.addOne({ content: SALT, title: 'Canals', kind: 'note', bucketId });
    await world.add({ content: TEA, title: 'Notes on tea', kind: 'note', bucketId });
    const { session } = await beginSession(running.spine, {
      person,
      id: newId(),
      mode: 'explore',
      options: { bucketId },
    });
    const live = await running.sessions.get({ person, session });
    const ask = async (command: object) => {
      const answer = await live.execute({ id: newId(), session, ...command } as never);
      await until(() => live.state.turn === null && live.isSettled, 'everything is answered');
      return answer.type === 'error' ? answer.reason : answer.type;
    };
    const say = (content: string) => ask({ type: 'user_message', content });
    const list = async () =>
      (await world.call<{ drafts: DraftSummary[] }>('GET', `/api/drafts?session=${session}`)).drafts;
    const read = (draft: string) => world.call<DraftReading>('GET', `/api/drafts/${draft}`);
    const version = (draft: string, number: number) =>
      world.call<DraftVersion>('GET', `/api/drafts/${draft}/versions/${number}`);
    const save = (draft: string, body: object) => world.call<SavedText>('PUT', `/api/drafts/${draft}/text`, body);
    return { ...world, session, live, ask, say, list, read, version, save, salt };
  }

  test('the switch is in the log: the writer answers, and the text of the draft is a version', async () => {
    const { ask, say, list, version, live } = await start();
    await say('What about salt?');
    expect(await ask({ type: 'set_mode', mode: 'draft' })).toBe('accepted');
    expect(await ask({ type: 'set_mode', mode: 'draft' })).toBe('accepted');
    await say('Write about salt and the canals');
    const reply = live.state.messages.at(-1);
    expect(reply?.content).toContain('This is an outline: passages of your sources');
    expect(reply?.content).not.toContain('draft title');
    const [draft] = await list();
    expect(draft).toMatchObject({ platform: 'linkedin', status: 'draft', version: 1 });
    const first = await version(draft?.id ?? '', 1);
    expect(first.text).toContain('“Salt taxes paid for the canals of the north.”');
    expect(first.text).toMatch(/\[\^1\]/u);
    expect(first.citations[0]).toMatchObject({
      title: 'Canals',
      quote: 'Salt taxes paid for the canals of the north.',
    });
    expect(first.claims.map(({ standing }) => standing)).toContain('holds');
    expect(first).toMatchObject({ author: 'model', model: null, basedOn: null, isPartial: false });
    expect(await ask({ type: 'set_mode', mode: 'explore' })).toBe('accepted');
    expect(live.state.stack).toHaveLength(1);
    await say('And tea?');
    expect(live.state.messages.at(-1)?.content).not.toContain('outline');
  });

  test('another draft of the platform is another version; another platform has a separate draft', async () => {
    const { ask, say, list, read } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    await say('Write about tea');
    await ask({ type: 'set_platform', platform: 'thread' });
    await say('Now as a thread about salt');
    const drafts = await list();
    expect(Object.fromEntries(drafts.map(({ platform, version: latest }) => [platform, latest]))).toEqual({
      linkedin: 2,
      thread: 1,
    });
    const { versions } = await read(drafts.find(({ platform }) => platform === 'linkedin')?.id ?? '');
    expect(versions.map(({ number, basedOn }) => [number, basedOn])).toEqual([
      [1, null],
      [2, 1],
    ]);
  });

  test('words of a source are quoted at the end of a draft, as a version with a valid citation', async () => {
    const { ask, say, list, version, salt, call, change, composition, person, session, world } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about tea');
    const [draft] = await list();
    const id = draft?.id ?? '';
    const before = await version(id, 1);
    const words = 'The canals carried rice';
    const at = SALT.indexOf(words);
    const body = { sourceId: salt, version: 1, start: at, end: at + words.length };
    expect(await call('POST', `/api/drafts/${id}/quote`, body)).toMatchObject({
      number: 2,
      author: 'hand',
      basedOn: 1,
    });
    const after = await version(id, 2);
    expect(after.text.startsWith(before.text.trimEnd())).toBe(true);
    const number = Math.max(0, ...before.citations.map((citation) => citation.number)) + 1;
    expect(after.text).toContain(`\n\n> ${words}[^${number}]`);
    expect(after.citations.at(-1)).toMatchObject({ number, sourceId: salt, title: 'Canals', quote: words });
    expect(after.citations.at(-1)?.range).toEqual({ start: at, end: at + words.length });
    expect(before.citations.map(({ range }) => typeof range?.start)).toEqual(before.citations.map(() => 'number'));
    expect(after.claims.find((claim) => claim.number === number)).toMatchObject({ standing: 'holds' });
    await change(salt, { version: 1, content: `New. ${SALT}` });
    await expect(call('POST', `/api/drafts/${id}/quote`, body)).rejects.toMatchObject({ kind: 'refused' });
    expect((await list())[0]?.version).toBe(2);

    const drafts = composition.offered.resources.find(({ kind }) => kind === 'draft');
    const caller = toolCaller(person);
    expect(await drafts?.list(caller)).toEqual([{ id, title: draft?.title }]);
    const text = await drafts?.read(id, caller);
    expect(text).toContain(`(draft ${id}, draft, version 2) ${caller.origin}/session/${session}#draft:${id}\n\n> `);
    expect(text).toContain(`\n> > ${words}[^${number}]`);
    expect(text).toContain(`\n[^${number}]: "Canals" (source ${salt}) ${caller.origin}/library/${salt}`);
    // A draft can quote from any bucket. Nobody can read another person's drafts.
    const limited = { ...caller, bucketId: 'some-bucket' };
    const stranger = toolCaller(await world.addPerson());
    expect(await drafts?.list(limited)).toEqual([]);
    expect(await drafts?.list(stranger)).toEqual([]);
    for (const read of [drafts?.read(id, limited), drafts?.read(id, stranger), drafts?.read('nobody-has-this', caller)])
      await expect(read).rejects.toMatchObject({ kind: 'not-found', message: 'There is no such draft.' });
  });

  test('two versions written at once are both stored, and the second author is informed', async () => {
    const { ask, say, list, read, version, save } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const [draft] = await list();
    const id = draft?.id ?? '';
    const { text } = await version(id, 1);
    const base = { number: 1, revision: 1 };
    const one = await save(id, { ...base, text: `${text}\n\nOne.`, editing: 'tab-one', save: 0 });
    expect(one).toMatchObject({ isAside: false, version: { number: 2, author: 'hand', basedOn: 1 } });
    const other = await save(id, { ...base, text: `${text}\n\nOther.`, editing: 'tab-two', save: 0 });
    expect(other).toMatchObject({ isAside: true, version: { number: 3, isAside: true, basedOn: 1 } });
    await save(id, { ...base, text: `${text}\n\nOne, longer.`, editing: 'tab-one', save: 1 });
    await save(id, { ...base, text: `${text}\n\nOther, longer.`, editing: 'tab-two', save: 1 });
    const { draft: now, versions } = await read(id);
    expect({ version: now.version, count: versions.length }).toEqual({ version: 2, count: 3 });
    expect((await version(id, 2)).text).toContain('One, longer.');
    expect((await version(id, 3)).text).toContain('Other, longer.');
  });

  test('a save that arrives after a later one of its stay changes nothing', async () => {
    const { ask, say, list, version, save } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const id = (await list())[0]?.id ?? '';
    const edit = { number: 1, revision: 1, editing: 'tab' };
    await save(id, { ...edit, save: 1, text: 'Newer and longer' });
    const late = await save(id, { ...edit, save: 0, text: 'Newer' });
    expect(late).toMatchObject({ isAside: false, version: { number: 2, revision: 2 } });
    expect((await version(id, 2)).text).toBe('Newer and longer');
    await save(id, { ...edit, save: 2, text: 'Newest' });
    expect(await version(id, 2)).toMatchObject({ text: 'Newest', revision: 3 });
  });

  test('a citation stays, leaves and returns with its mark', async () => {
    const { ask, say, list, version, save } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const id = (await list())[0]?.id ?? '';
    const { text, citations } = await version(id, 1);
    const edit = { number: 1, revision: 1, editing: 'tab' };
    await save(id, { ...edit, save: 0, text: text.replaceAll('[^1]', '') });
    expect((await version(id, 2)).citations.map(({ number }) => number)).not.toContain(1);
    await save(id, { ...edit, save: 1, text });
    expect((await version(id, 2)).citations).toEqual(citations);
  });

  test('a version is restored, named, marked and deleted, and each can be undone', async () => {
    const { ask, say, list, version, call, undo } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    await say('Write about tea');
    const id = (await list())[0]?.id ?? '';
    await call('POST', `/api/drafts/${id}/restore`, { number: 1 });
    expect((await version(id, 3)).text).toBe((await version(id, 1)).text);
    await call('PATCH', `/api/drafts/${id}/versions/1`, { name: 'The short one' });
    expect((await version(id, 1)).name).toBe('The short one');
    await expect(call('PATCH', `/api/drafts/${id}`, { title: 'Sleep\u202etxt.exe' })).rejects.toThrow('invisible');
    await call('PATCH', `/api/drafts/${id}`, { status: 'ready' });
    expect((await list())[0]).toMatchObject({ status: 'ready', version: 3 });
    await undo();
    expect((await list())[0]?.status).toBe('draft');
    await call('DELETE', `/api/drafts/${id}`);
    expect(await list()).toEqual([]);
    await undo();
    expect(await list()).toHaveLength(1);
  });

  test('a version is kept once, as a source of one’s own that leads back to the session, and that can be undone', async () => {
    const { ask, say, list, call, session, undo } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const [draft] = await list();
    const keep = () => call<AddedSources>('POST', `/api/drafts/${draft?.id ?? ''}/keep`, { number: 1 });
    const [kept] = (await keep()).results;
    expect(kept).toMatchObject({ outcome: 'added', source: { title: draft?.title, kind: 'note', origin: 'person' } });
    const source = `/api/library/sources/${kept?.source.id ?? ''}`;
    const detail = await call<SourceDetail>('GET', source);
    expect(detail.keptFrom).toMatchObject({ session });
    expect(detail.content).toMatch(/^\[\^1\]: Canals\. “Salt taxes paid for the canals of the north\.”$/mu);
    expect((await keep()).results[0]).toMatchObject({ outcome: 'existing', source: { id: kept?.source.id } });
    await undo();
    await expect(call('GET', source)).rejects.toThrow();
  });

  test('after an edit of a message in Draft, the versions that it led to stay', async () => {
    const { ask, say, list, read, live } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const messageId = live.state.messages.find(({ author }) => author === 'person')?.id;
    expect(await ask({ type: 'edit_message', messageId, content: 'Write about tea' })).toBe('accepted');
    const trunk = live.state.messages.filter(({ thread }) => thread === 'trunk');
    expect(trunk.map(({ author, content }) => (author === 'person' ? content : author))).toEqual([
      'Write about tea',
      'assistant',
    ]);
    const { versions } = await read((await list())[0]?.id ?? '');
    expect(versions.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('a text that a model rewrote is no longer marked as published', async () => {
    const { ask, say, list, call } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const id = (await list())[0]?.id ?? '';
    await call('PATCH', `/api/drafts/${id}`, { status: 'published' });
    await say('Write about tea');
    expect((await list())[0]).toMatchObject({ id, status: 'draft', version: 2 });
  });

  test('a claim is flagged once its source says something else', async () => {
    const { ask, say, list, version, call, salt } = await start();
    await ask({ type: 'set_mode', mode: 'draft' });
    await say('Write about salt');
    const id = (await list())[0]?.id ?? '';
    expect((await version(id, 1)).claims[0]?.standing).toBe('holds');
    await call('PATCH', `/api/library/sources/${salt}`, { content: 'Nothing of the kind.', version: 1 });
    const { claims, citations } = await version(id, 1);
    const ofSalt = citations.find(({ sourceId }) => sourceId === salt)?.number;
    expect(claims.find(({ number }) => number === ofSalt)?.standing).toBe('source-edited');
  });

  test('a switch is refused during a reply, and a paragraph can be changed only in Draft', async () => {
    const { ask, live, session } = await start();
    const change = {
      type: 'change_paragraph',
      content: 'shorter',
      draftId: 'x',
      version: 1,
      start: 0,
      end: 3,
      words: 'One',
    };
    expect(await ask(change)).toBe('not-drafting');
    const said = live.execute({ id: newId(), session, type: 'user_message', content: 'What about salt?' } as never);
    const switched = await live.execute({ id: newId(), session, type: 'set_mode', mode: 'draft' } as never);
    expect(switched).toMatchObject({ type: 'error', reason: 'reply-under-way' });
    await said;
    await until(() => live.state.turn === null && live.isSettled, 'it is answered');
  });
});
