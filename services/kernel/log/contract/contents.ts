import { STORE_LIMITS, type JsonObject, type NewEvent } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, readOn, type ContractCases, type World } from './contract-fixture.ts'

export const contentCases: ContractCases = {
  '[14] an event of 256 KiB comes back as it was': largest,
  '[14b] an append at every limit at once is taken whole': fullest,
  '[15] all that JSON can say, in any script, comes back equal, its keys in order, in data and meta':
    allOfJson,
}

/** An event whose data and meta take this many bytes as JSON. */
function ofBytes(event: NewEvent, bytes: number, letter = 'x'): NewEvent {
  const room = bytes - JSON.stringify({ text: '' }).length - JSON.stringify(event.meta).length
  const letters = Math.floor(room / Buffer.byteLength(letter))
  const padding = 'x'.repeat(room - letters * Buffer.byteLength(letter))
  return { ...event, data: { text: letter.repeat(letters) + padding } }
}

async function largest({ store, stream, event }: World) {
  const name = stream()
  const sent = ofBytes(event(), STORE_LIMITS.eventBytesMax, '😀')
  await store.append(name, 'noStream', [sent])
  const [stored] = await store.readStream(name)
  // Not toEqual: nobody can read a difference in 256 KiB.
  expect(stored?.data['text'] === sent.data['text']).toBe(true)
}

async function fullest({ store, stream, event }: World) {
  const { appendEventsMax, appendBytesMax } = STORE_LIMITS
  const name = stream()
  const type = `T${'x'.repeat(31)}`
  const sent = Array.from({ length: appendEventsMax }, () =>
    ofBytes(event({ type, version: 2 ** 31 - 1 }), appendBytesMax / appendEventsMax),
  )
  const { revision, position } = await store.append(name, 'noStream', sent)
  expect(revision).toBe(BigInt(appendEventsMax - 1))
  const stored = await store.readStream(name)
  expect(idsOf(stored)).toEqual(idsOf(sent))
  expect(stored.at(-1)).toMatchObject({ position, type, version: 2 ** 31 - 1 })
}

async function allOfJson({ store, stream, event, start }: World) {
  const texts = [
    '👩‍👩‍👧 🇨🇱',
    'مرحبا بالعالم',
    'Ñandú',
    'e\u0301 \u00e9',
    '\u2028\u2029\ufeff\ufffd\uffff',
    '\\u0000 \\ "',
  ]
  const nested = (depth: number): JsonObject => (depth === 1 ? {} : { inside: nested(depth - 1) })
  const data: JsonObject = {
    z: 0,
    texts,
    inKeys: Object.fromEntries(texts.map((text) => [text, text])),
    '': '\t\n\r\u0001\u001f\u007f',
    numbers: [
      0,
      1,
      -1,
      0.1,
      1e21,
      1e-7,
      5e-324,
      Number.MAX_VALUE,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ],
    a: { yes: true, no: false, none: null, empty: '', list: [], object: {} },
    lists: [[[]], [{}], [null, [null]]],
    deep: nested(31),
    M: 'keys keep their order',
  }
  const name = stream()
  const meta = { ...event().meta, actor: { kind: 'owner', id: texts.join() } } as const
  await store.append(name, 'noStream', [event({ data: { ...data, dropped: undefined }, meta })])
  for (const [stored] of [await store.readStream(name), await readOn(store, start)]) {
    expect(stored?.data).toStrictEqual(data)
    expect(JSON.stringify(stored?.data)).toBe(JSON.stringify(data))
    expect(stored?.meta).toEqual(meta)
  }
}
