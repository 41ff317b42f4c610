import { START, type EventStore, type Filter, type Position } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Listener } from './listening.ts'
import { LONG, aMoment, idsOf, readOn, type ContractCase, type World } from './contract-fixture.ts'

export const subscribingCases: readonly ContractCase[] = [
  { title: '[27] from the start and on into live, no gap and no double while 4 writers run', run: handOver },
  {
    title: '[28] a subscription resumes exactly after each event and each checkpoint',
    run: resumes,
  },
  {
    title: '[29] a checkpoint directly before an event that matches does not hide it',
    run: checkpointBefore,
  },
  {
    title: '[29b] the first event that matches is heard, also when it comes while the subscription goes live',
    run: firstMatch,
  },
  {
    title: '[30] where nothing matches, checkpoints advance, never beyond the head',
    run: checkpointsAdvance,
  },
  { title: '[31] caughtUp comes once per catch-up, after the last old event', run: caughtUpOnce },
]

const SEEN: Filter = { types: ['Seen'] }

/** Events that the filter skips, enough of them for a checkpoint in any store. */
async function appendUnseen({ store, stream, events }: World, count: number): Promise<void> {
  const name = stream('unseen-')
  for (let done = 0; done < count; done += 400) {
    const some = events(Math.min(400, count - done), { type: 'Unseen' })
    await store.append(name, done === 0 ? 'noStream' : BigInt(done - 1), some)
  }
}

async function appendSeen({ store, stream, events }: World, count: number): Promise<readonly string[]> {
  const sent = events(count, { type: 'Seen' })
  await store.append(stream('seen-'), 'noStream', sent)
  return idsOf(sent)
}

async function handOver(world: World) {
  const { store, open, random, start, listen } = world
  const handles = [store, await open()]
  await appendSeen(world, 60)
  const heard = [listen(await open(), start)]
  const write = async (handle: EventStore) => {
    const name = world.stream()
    let head: bigint | 'noStream' = 'noStream'
    for (let append = 0; append < (LONG ? 500 : 10); append += 1) {
      head = (await handle.append(name, head, world.events(1 + random.int(3)))).revision
      await aMoment(random)
      if (append % 20 === 7) heard.push(listen(handle, start, { highWaterMark: 1 + random.int(300) }))
    }
  }
  await Promise.all([0, 1, 2, 3].map((writer) => write(handles[writer % 2] ?? store)))
  const log = await readOn(store, start)
  for (const one of heard) {
    await one.until(() => one.events.length >= log.length)
    expect(one.events.length).toBe(log.length)
    expect(idsOf(one.events)).toEqual(idsOf(log))
    expect(one.count('lost')).toBe(0)
  }
}

async function resumes(world: World) {
  const { store, random, start, listen } = world
  const seen: string[] = []
  const parts = LONG ? 4 : 2
  for (let part = 0; part < parts; part += 1) {
    seen.push(...(await appendSeen(world, 20 + random.int(40))))
    await appendUnseen(world, part === parts - 1 ? 1 : 900 + random.int(400))
  }
  // A store may set its next checkpoint anywhere here: a matching event comes next.
  await appendUnseen(world, 700)
  seen.push(...(await appendSeen(world, 490)))
  const whole = listen(store, start, { filter: SEEN })
  await whole.until(() => whole.count('caughtUp') === 1)
  expect(idsOf(whole.events)).toEqual(seen)
  const places = whole.messages.flatMap((message, index) => {
    const eventsBefore = whole.messages.slice(0, index + 1).filter(({ t }) => t === 'event').length
    if (message.t === 'event') return [{ position: message.event.position, eventsBefore }]
    return message.t === 'lost' ? [] : [{ position: message.position, eventsBefore }]
  })
  const isPlain = (place: number) => whole.messages[place]?.t === 'event'
  const samples = places.filter((_, index) => !isPlain(index) || random.int(places.length) < (LONG ? 200 : 5))
  for (const { position, eventsBefore } of samples) {
    const rest = listen(store, position, { filter: SEEN, highWaterMark: 1 + random.int(1_000) })
    await rest.until(() => rest.count('caughtUp') === 1)
    await rest.stop()
    expect(idsOf(rest.events)).toEqual(seen.slice(eventsBefore))
  }
}

async function checkpointBefore(world: World) {
  const { store, start, listen } = world
  await appendUnseen(world, 1_100)
  const first = listen(store, start, { filter: SEEN })
  await first.until(() => first.count('checkpoint') > 0 && first.count('caughtUp') === 1)
  const [unseen] = (await readOn(store, start)).slice(-1)
  const sent = await appendSeen(world, 1)
  await first.until(() => first.events.length === 1)
  const places = [...checkpointsOf(first.messages), unseen?.position ?? start]
  for (const place of places) {
    const next = listen(store, place, { filter: SEEN })
    await next.until(() => next.events.length > 0)
    expect(idsOf(next.events)).toEqual(sent)
  }
}

async function firstMatch(world: World) {
  const { store, open, stream, events, random, listen } = world
  const other = await open()
  for (let round = 0; round < (LONG ? 25 : 3); round += 1) {
    const type = `First${round}`
    const sent = events(3, { type })
    const heard = listen(store, START, { filter: { types: [type] } })
    await delay(random.int(8))
    const name = stream()
    await other.append(name, 'noStream', sent.slice(0, 1))
    await other.append(name, 0n, sent.slice(1))
    await heard.until(() => heard.events.length === 3)
    // From its present position, nothing is missing either.
    const place = checkpointsOf(heard.messages).at(-1)
    const later = listen(store, place ?? START, { filter: { types: [type] } })
    await heard.stop()
    await later.until(() => later.count('caughtUp') === 1)
    const rest = heard.events.filter(({ position }) => position > (place ?? START))
    expect(idsOf(later.events)).toEqual(idsOf(rest))
    await later.stop()
    expect(idsOf(heard.events)).toEqual(idsOf(sent))
  }
}

const checkpointsOf = (messages: readonly { readonly t: string; readonly position?: Position }[]) =>
  messages.flatMap(({ t, position }) => (t === 'checkpoint' && position !== undefined ? [position] : []))

async function checkpointsAdvance(world: World) {
  const { store, start, listen } = world
  await appendUnseen(world, 100)
  const both = [SEEN, { streamPrefixes: ['nobody-'] }].map((filter) => listen(store, start, { filter }))
  const last = ({ messages }: Listener) => checkpointsOf(messages).at(-1) ?? start
  const noneBeyond = () => Promise.all(both.map((heard) => noneBeyondHead(world, heard)))
  for (const heard of both) await heard.until(() => heard.count('caughtUp') === 1)
  await noneBeyond()
  for (let round = 1; round <= (LONG ? 3 : 1); round += 1) {
    const known = both.map(last)
    await appendUnseen(world, 1_100)
    for (const [index, heard] of both.entries()) await heard.until(() => last(heard) > known[index]!)
    await noneBeyond()
  }
  for (const heard of both) {
    const checkpoints = checkpointsOf(heard.messages)
    expect(checkpoints.every((place, index) => place > (checkpoints[index - 1] ?? start))).toBe(true)
    expect(heard.events).toEqual([])
  }
}

/** Nothing is written meanwhile: the head is the same as when they were sent. */
async function noneBeyondHead({ store }: World, { messages }: Listener): Promise<void> {
  const head = await store.headPosition()
  expect(checkpointsOf(messages).filter((place) => place > head)).toEqual([])
}

async function caughtUpOnce(world: World) {
  const { store, start, listen } = world
  for (let part = 0; part < 3; part += 1) await appendSeen(world, 400)
  const heard = listen(store, start)
  await heard.until(() => heard.count('caughtUp') === 1)
  expect(heard.messages.slice(0, -1).every(({ t }) => t === 'event')).toBe(true)
  expect(heard.events).toHaveLength(1_200)
  const last = heard.messages.at(-1)
  expect(last).toEqual({ t: 'caughtUp', position: heard.events.at(-1)?.position })
  for (let part = 0; part < 3; part += 1) await appendSeen(world, 1)
  await heard.until(() => heard.events.length === 1_203)
  expect(heard.count('caughtUp')).toBe(1)
  expect(heard.count('checkpoint')).toBe(0)
}
