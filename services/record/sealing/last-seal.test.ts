import { expect, test } from 'vitest'
import { StoreError, type EventStore, type JsonObject, type StoredEvent } from '@app/contracts/event-store.ts'
import { checkpointText } from '../checkpoint.ts'
import { lastSealOf } from './last-seal.ts'
import { chainText } from './seal-event.ts'
import { noteSigner } from '../signed-note.ts'

const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
const sealedAt = '2026-11-23T12:00:00.000Z'

function eventOf(revision: number, type: string, data: JsonObject): StoredEvent {
  const stored = { stream: 'log-seals', revision: BigInt(revision), position: BigInt(revision + 1) }
  return { ...stored, type, version: 1, data, meta: { occurredAt: sealedAt } } as unknown as StoredEvent
}

/** `seal 7` is a seal of 7 events; `accepted` accepts a restored log. */
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
  const chain = signer.sign(
    chainText(signer.name, { ...head, previous: undefined, previousSize: 0, sealedAt, signature }),
  )
  if (form === 'seal')
    return eventOf(revision, 'LogSealed', {
      ...seal,
      previousSize: '0',
      chainSignature: chain.toString('base64'),
    })
  const given = { size: '9', root: seal.root, vkey: signer.vkey, sealedAt, signature: seal.signature }
  return eventOf(revision, 'RestoredLogAccepted', given)
}

test('the last seal is the newest one of this tree [SEAL-12]', async () => {
  const cases: readonly (readonly [
    stream: readonly string[],
    size: number | undefined,
    isRestored: boolean,
  ])[] = [
    [[], undefined, false],
    [['seal 3', 'seal 5'], 5, false],
    [['seal 3', 'seal 66'], 3, false],
    [['seal 3', 'accepted', 'seal 66'], 3, true],
    [['accepted', 'seal 3', 'seal 66'], 3, false],
    [['accepted', 'seal 66'], undefined, true],
    [['seal 3', 'spoiled'], 3, false],
    [['seal 3', ...Array<string>(40).fill('seal 66'), 'spoiled', 'seal 66', 'spoiled', 'spoiled'], 3, false],
    [['spoiled', 'spoiled'], undefined, false],
  ]
  for (const [stream, size, isRestored] of cases) {
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
    expect([stream, last.seal?.size, last.isRestored, last.expected]).toEqual([
      stream,
      size,
      isRestored,
      events.at(-1)?.revision ?? 'noStream',
    ])
  }
})
