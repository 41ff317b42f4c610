import { randomUUID } from 'node:crypto'
import type { EventStore, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { giveUpHead } from '@app/record/sealing/give-up-head.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendAll, appendBulk } from './sealed-log.ts'

const ADMIN = { kind: 'system', id: 'test' } as const

async function sealsOf(log: EventStore): Promise<readonly StoredEvent[]> {
  const events = await wholeLog(log)
  return events.filter(({ stream, type }) => stream === LOG_SEALS_STREAM && type === 'LogSealed')
}

/** Not under a seal's signatures: who appended it. */
const THIEF = { kind: 'visitor', id: 'thief' } as const

export async function replayedIn(log: EventStore): Promise<readonly StoredEvent[]> {
  return (await sealsOf(log)).filter(({ meta }) => meta.actor.id === THIEF.id)
}

type Append = (log: EventStore, seal: StoredEvent) => Promise<void>

/** By whoever may append: a true seal of this log, byte by byte. */
const again: Append = async (log, { type, version, data, meta }) => {
  const expected = (await log.head(LOG_SEALS_STREAM)) as bigint
  await log.append(LOG_SEALS_STREAM, expected, [
    { id: randomUUID(), type, version, data, meta: { ...meta, actor: THIEF } },
  ])
}

/** A seal of a branch of 100 events more, which a restored backup does not have; the backup is accepted. */
const givenUp =
  (replay: (sealed: SealedLog, seal: StoredEvent) => Promise<void>) =>
  async (sealed: SealedLog, restore: () => Promise<void>): Promise<void> => {
    await appendBulk(sealed.log, 100)
    await sealNext(sealed)
    const seal = (await sealsOf(sealed.log)).at(-1)!
    await restore()
    await giveUpHead(sealed, (await sealed.head.read())!, ADMIN)
    await replay(sealed, seal)
  }

async function sealMore(sealed: SealedLog, nths: readonly number[]): Promise<void> {
  await appendAll(sealed.log, nths)
  await sealNext(sealed)
}

const newest = async ({ log }: SealedLog, append: Append): Promise<void> =>
  append(log, (await sealsOf(log)).at(-1)!)

export const REPLAYS: Readonly<
  Record<
    string,
    readonly [
      replay: (sealed: SealedLog, restore: () => Promise<void>) => Promise<void>,
      /** The product's clock at the next seal. */
      now?: string,
    ]
  >
> = {
  'the last seal, before the clock was set back': [
    (sealed) => newest(sealed, again),
    '2020-01-01T00:00:00.000Z',
  ],
  'a seal of more events than the log has': [
    givenUp(async (sealed, seal) => {
      await sealMore(sealed, [800])
      await again(sealed.log, seal)
    }),
  ],
  'a seal of a branch, before the clock was set back': [
    givenUp(({ log }, seal) => again(log, seal)),
    '2020-01-01T00:00:00.000Z',
  ],
}
