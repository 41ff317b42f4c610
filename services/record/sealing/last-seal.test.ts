import { expect, test } from 'vitest'
import { StoreError, type EventStore, type JsonObject, type StoredEvent } from '@app/contracts/event-store.ts'
import { checkpointText } from '../checkpoint.ts'
import { lastSealOf } from './last-seal.ts'
import { chainText } from './seal-event.ts'
import { noteSigner } from '../signed-note.ts'

const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
const sealedAt = '2026-11-23T12:00:00.000Z'

function eventOf(revision: number, type: string, version: number, data: JsonObject): StoredEvent {
  const stored = { stream: 'log-seals', revision: BigInt(revision), position: BigInt(revision + 1) }
  return { ...stored, type, version, data, meta: { occurredAt: sealedAt } } as unknown as StoredEvent
}

/** `old 7` and `new 7` are seals of 7 events, without and with a chain; `accepted` accepts a restored log. */
function recordOf(text: string, revision: number): StoredEvent {
  const [form, size = ''] = text.split(' ')
  const head = { size: Number(size), root: Buffer.alloc(32, Number(size)) }
  const signature = signer.sign(checkpointText({ origin: signer.name, ...head }))
  const seal = {
    size,
    root: head.root.toString('base64'),
    previous: null,
    keyId: signer.id,
    signature: signature.toString('base64'),
  }
  if (form === 'old') return eventOf(revision, 'LogSealed', 1, seal)
  const chain = signer.sign(
    chainText(signer.name, { ...head, previous: undefined, previousSize: 0, sealedAt, signature }),
  )
  if (form === 'new')
    return eventOf(revision, 'LogSealed', 2, {
      ...seal,
      previousSize: '0',
      chainSignature: chain.toString('base64'),
    })
  const given = { size: '9', root: seal.root, vkey: signer.vkey, sealedAt, signature: seal.signature }
  return eventOf(revision, 'RestoredLogAccepted', 1, given)
}

test('the last seal is the newest one with a chain, of this tree; one of before counts where no other is [SEAL-12]', async () => {
  const cases: readonly (readonly [
    stream: readonly string[],
    size: number | undefined,
    isChained: boolean,
    isRestored: boolean,
  ])[] = [
    [[], undefined, false, false],
    [['new 3', 'new 5'], 5, true, false],
    [['old 3', 'old 5'], 5, false, false],
    [['old 3', 'new 5', 'old 5'], 5, true, false],
    [['new 3', 'old 99', 'old 2'], 3, true, false],
    [['new 3', 'new 66'], 3, true, false],
    [['new 3', 'accepted', 'new 66'], 3, true, true],
    [['accepted', 'new 3', 'new 66', 'old 1'], 3, true, false],
    [['old 3', 'accepted'], 3, false, true],
    [['accepted', 'old 3', 'old 66'], 3, false, false],
    [['accepted', 'new 66', 'old 66'], undefined, false, true],
    [['new 3', 'spoiled'], 3, true, false],
    [
      ['new 3', ...Array<string>(40).fill('new 66'), 'spoiled', 'new 66', 'spoiled', 'spoiled'],
      3,
      true,
      false,
    ],
    [['spoiled', 'spoiled'], undefined, false, false],
  ]
  for (const [stream, size, isChained, isRestored] of cases) {
    const events = stream.map(recordOf)
    const readStream: EventStore['readStream'] = async (_stream, { from, limit } = {}) => {
      const page = events
        .filter(({ revision }) => revision <= (from ?? BigInt(events.length)))
        .toReversed()
        .slice(0, limit)
      const bad = page.find(({ revision }) => stream[Number(revision)] === 'spoiled')
      if (bad !== undefined)
        throw new StoreError('Corrupt', 'data: not an object', {
          facts: { position: bad.position, revision: bad.revision },
        })
      return page
    }
    const isOfTree = async (seal: { readonly size: number }) => seal.size < 66
    const last = await lastSealOf({ readStream }, [signer.vkey], isOfTree)
    expect([stream, last.seal?.size, last.seal?.chain !== undefined, last.isRestored, last.expected]).toEqual(
      [stream, size, isChained, isRestored, events.at(-1)?.revision ?? 'noStream'],
    )
  }
})
