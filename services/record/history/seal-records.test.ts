import { expect, test } from 'vitest'
import { StoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { chainText, givenUpText, namingText } from '../sealing/seal-event.ts'
import { findSeals } from '../seal-tables.ts'
import { noteSigner, renamedKey } from '../signed-note.ts'
import { createLogKeys } from '../trusted-seals.ts'
import { createKeys, sealRecordOf } from './seal-records.ts'

const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
const RENAMED = noteSigner('otro.example/registro', Buffer.alloc(32, 1))
const ROOT = Buffer.alloc(32, 7).toString('base64')
const SEAL = {
  size: '9',
  root: ROOT,
  previous: null,
  keyId: '00000000',
  signature: '',
  previousSize: '0',
  chainSignature: '',
}

const eventOf = (stream: string, type: string, data: StoredEvent['data'], version = 1): StoredEvent =>
  ({ stream, type, version, data, position: 1n, meta: { occurredAt: '2026-11-23T12:00:00.000Z' } }) as never

test('only the stream of the seals has seals and names of keys', () => {
  const naming = { vkey: signer.vkey, previous: null, signature: null }
  const found = (stream: string) =>
    findSeals([eventOf(stream, 'LogSealed', SEAL), eventOf(stream, 'SealKeyNamed', naming)])
  expect(found('log-seals')).toMatchObject({ seals: [{ size: 9 }], keys: [{ vkey: signer.vkey }] })
  expect(found('audit-zz')).toEqual({ seals: [], keys: [], keptSize: 0 })
})

test('a seal counts as it was signed, with the one before it and its time, and no other does [SEAL-12]', () => {
  const head = { size: 9, root: Buffer.alloc(32, 7), previous: undefined, previousSize: 0 }
  const signature = signer.sign('a checkpoint')
  const signed = { ...head, sealedAt: '2026-11-23T12:00:00.000Z', signature }
  const seal = {
    ...SEAL,
    keyId: signer.id,
    signature: signature.toString('base64'),
    chainSignature: signer.sign(chainText(signer.name, signed)).toString('base64'),
  }
  const at = (data: StoredEvent['data'], occurredAt = signed.sealedAt): StoredEvent => {
    const event = eventOf('log-seals', 'LogSealed', data)
    return { ...event, meta: { ...event.meta, occurredAt } }
  }
  const cases: readonly (readonly [name: string, event: StoredEvent, found: unknown])[] = [
    ['as it was signed', at(seal), true],
    ['at another time', at(seal, '2027-01-01T00:00:00.000Z'), false],
    ['behind another one', at({ ...seal, previous: ROOT, previousSize: '5' }), false],
    ['without its second signature', at({ ...seal, chainSignature: '' }), false],
    ['by a key that nobody named', at({ ...seal, keyId: '00000000' }), false],
    ['that nobody can read', at({ size: 'x' }), 'foreign'],
  ]
  for (const [name, event, found] of cases) {
    const record = sealRecordOf(event, createKeys([signer.vkey]))
    expect([name, record.kind === 'seal' ? record.isSigned : record.kind]).toEqual([name, found])
  }
})

test('a kept checkpoint of an impossible size is none', () => {
  const kept = (size: string) => findSeals([eventOf('audit-zz', 'CheckpointKept', { size }, 1)]).keptSize
  expect([kept('12'), kept('99999999999999999999')]).toEqual([12, 0])
})

test('a key under the id of another one does not take its place', () => {
  // Found among 87,450 names.
  const [own, other] = [55_778, 87_449].map((nth) =>
    noteSigner(`log-${nth}.example/registro`, Buffer.alloc(32, 1)),
  )
  expect(other?.id).toBe(own?.id)
  const keys = createKeys([own!.vkey])
  expect([keys.add(other!.vkey), keys.withId(own!.id)?.name]).toEqual([false, own!.name])
  expect([keys.add(own!.vkey), keys.add(RENAMED.vkey), keys.all().length]).toEqual([true, true, 2])
})

test('names that anybody may give our own key take no place of those that it signs [SEAL-12]', () => {
  const [own, second, third] = ['uno', 'dos', 'tres'].map((name) =>
    noteSigner(`${name}.example/registro`, Buffer.alloc(32, 1)),
  ) as [typeof signer, typeof signer, typeof signer]
  const other = noteSigner('otra.example/registro', Buffer.alloc(32, 2))
  const naming = (vkey: string, previous: typeof signer | null = null, by = previous): StoredEvent => {
    const signature = previous && by && by.sign(namingText(previous.name, vkey)).toString('base64')
    return eventOf('log-seals', 'SealKeyNamed', { vkey, previous: previous?.vkey ?? null, signature })
  }
  const unsigned = (vkey: string, previous: typeof signer) =>
    eventOf('log-seals', 'SealKeyNamed', { vkey, previous: previous.vkey, signature: null })
  const junk = Array.from({ length: 1_100 }, (_, nth) => renamedKey(own.vkey, `junk-${nth}.example/registro`))
  const cases: readonly (readonly [
    name: string,
    vkeys: readonly string[],
    stream: readonly StoredEvent[],
    trusted: readonly boolean[],
  ])[] = [
    ['as it was made', [third.vkey], [naming(own.vkey), naming(second.vkey, own)], [true, true]],
    ['without a signature', [own.vkey], [naming(own.vkey), unsigned(second.vkey, own)], [true, false]],
    ['a first one behind others', [own.vkey], [naming(own.vkey), naming(second.vkey)], [true, false]],
    ['signed by a stranger', [own.vkey], [naming(own.vkey), naming(second.vkey, own, other)], [true, false]],
    ['the same again', [own.vkey], [naming(own.vkey), naming(own.vkey)], [true, true]],
    [
      'after a lost key, then under another name',
      [third.vkey, other.vkey],
      [naming(other.vkey), unsigned(second.vkey, other), naming(third.vkey, second)],
      [true, true, true],
    ],
    [
      'many, then one of ours',
      [own.vkey],
      [naming(own.vkey), ...junk.map((vkey) => naming(vkey)), naming(second.vkey, own)],
      [true, ...junk.map(() => false), true],
    ],
  ]
  for (const [name, vkeys, stream, trusted] of cases) {
    const keys = createKeys(vkeys)
    const found = stream.map((event) => sealRecordOf(event, keys))
    expect([name, found.map((record) => record.kind === 'key' && record.isTrusted)]).toEqual([name, trusted])
  }
})

test('a head that was given up under another name of the key was given up', () => {
  const head = { size: '9', root: ROOT, vkey: signer.vkey, sealedAt: '2026-11-23T12:00:00.000Z' }
  const accepted = (by: typeof signer) =>
    sealRecordOf(
      eventOf(
        'log-seals',
        'RestoredLogAccepted',
        { ...head, signature: by.sign(givenUpText(by.name, head)).toString('base64') },
        1,
      ),
      createKeys([RENAMED.vkey, signer.vkey]),
    ).kind
  const stranger = noteSigner(signer.name, Buffer.alloc(32, 9))
  expect([signer, RENAMED, stranger].map(accepted)).toEqual(['given-up', 'given-up', 'foreign'])
})

test('names around events that nobody can read are names, and the reading comes to its end [SEAL-12]', async () => {
  const [own, second, third] = ['uno', 'dos', 'tres'].map((name) =>
    noteSigner(`${name}.example/registro`, Buffer.alloc(32, 1)),
  ) as [typeof signer, typeof signer, typeof signer]
  const nameOf = (key: typeof signer, before: typeof signer) => ({
    vkey: key.vkey,
    previous: before.vkey,
    signature: before.sign(namingText(before.name, key.vkey)).toString('base64'),
  })
  const named = new Map([
    [3, nameOf(second, own)],
    [600, nameOf(third, second)],
  ])
  const isSpoiled = (nth: number): boolean => [0, 4, 5, 601].includes(nth)
  const events = Array.from({ length: 602 }, (_, nth) => ({
    ...eventOf('log-seals', named.has(nth) ? 'SealKeyNamed' : 'LogSealed', named.get(nth) ?? SEAL),
    revision: BigInt(nth),
  }))
  let reads = 0
  const readStream: EventStore['readStream'] = async (_stream, { from = 0n, limit } = {}) => {
    reads += 1
    const page = events.slice(Number(from), Number(from) + limit!)
    const spoiled = page.find(({ revision }) => isSpoiled(Number(revision)))
    if (spoiled === undefined) return page
    const { revision, position } = spoiled
    throw new StoreError('Corrupt', 'data: not an object', { facts: { revision, position } })
  }
  const keyOf = createLogKeys({ readStream }, own.vkey, { read: async () => undefined })
  expect((await keyOf(third.vkey))?.name).toBe('tres.example/registro')
  expect((await keyOf.withId(second.id))?.name).toBe('dos.example/registro')
  expect(reads).toBeLessThan(60)
})
