import { expect, test } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { givenUpText } from '../seal-event.ts'
import { findSeals } from '../seal-tables.ts'
import { noteSigner } from '../signed-note.ts'
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

const eventOf = (stream: string, type: string, data: StoredEvent['data'], version = 2): StoredEvent =>
  ({ stream, type, version, data, position: 1n, meta: { occurredAt: '2026-11-23T12:00:00.000Z' } }) as never

test('only the stream of the seals has seals and names of keys', () => {
  const naming = { vkey: signer.vkey, previous: null, signature: null }
  const found = (stream: string) =>
    findSeals([eventOf(stream, 'LogSealed', SEAL), eventOf(stream, 'SealKeyNamed', naming)])
  expect(found('log-seals')).toMatchObject({ seals: [{ size: 9 }], keys: [{ vkey: signer.vkey }] })
  expect(found('audit-zz')).toEqual({ seals: [], keys: [], keptSize: 0 })
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
