import { afterAll, beforeAll } from 'vitest'
import { randomBytes } from 'node:crypto'
import type { Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent, EventType } from '@app/contracts/events/catalogue.ts'
import {
  createTestClock,
  openTestBackend,
  type TestBackend,
} from '../../../tests/support/api/test-backend.ts'
import { visitorIdentified, write } from '../../../tests/support/api/test-log.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { newId } from '../../kernel/log/ids.ts'
import { ensureBuild } from '../../kernel/models/follow-builds.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import type { Projection } from '../../kernel/models/projection.ts'
import { foldUpTo, verifyProjection } from '../../kernel/models/compare.ts'
import { tablesWith } from './tables-with.ts'
import { erasingOf } from '../erasures/shred.ts'

export const STAFF: Actor = { kind: 'system', id: 'test' }
const IMAGE_BYTES = 20

export type ErasingSide = Awaited<ReturnType<typeof openErasingSide>>

async function openErasingSide() {
  const clock = createTestClock()
  const backend = await openTestBackend(clock, 'nothing')
  const { own } = backend
  const { now } = clock
  const { store, bare, codec, db, storedImages } = own
  const folding = { db: backend.projector, log: bare, codec, seals: own.seals, now }
  const deps = erasingOf({ ...backend, ...own, sealed: bare, newId }, async () => undefined)

  const { names, idKeys } = backend
  return {
    clock,
    own,
    deps,
    names,
    idKeys,
    write: (stream: string, ...events: readonly DomainEvent[]) => write(store, now(), stream, events),
    identify: ({ fullName, ...ids }: Record<'profileId' | 'visitorId' | 'fullName', string>) =>
      write(store, now(), `interaction-${newId()}`, [visitorIdentified(ids, fullName)]),
    keepImage: (profileId: string) =>
      storedImages.changing(profileId, (own) =>
        own.keep(
          { ref: randomBytes(IMAGE_BYTES).toString('hex'), width: 1, height: 1, renditions: [] },
          'profile-image',
        ),
      ),
    project: async (some: readonly Projection[] = PROJECTIONS) => {
      for (const projection of some) {
        const { name } = await ensureBuild(folding.db, projection, { storeId: bare.storeId, now: now() })
        await foldUpTo({ ...folding, eventsMax: 50 }, projection, name, await bare.headPosition())
      }
    },
    differing: async (some: readonly Projection[] = PROJECTIONS) => {
      const verified: Awaited<ReturnType<typeof verifyProjection>>[] = []
      for (const projection of some) verified.push(await verifyProjection(folding, projection))
      return verified.flatMap(({ tables }) =>
        tables.filter(({ onlyLive, onlyOther }) => onlyLive + onlyOther > 0).map(({ table }) => table),
      )
    },
    events: (...types: readonly EventType[]) => wholeLog(store, types),
    placesOf: async (text: string) => {
      const opened = await wholeLog(store)
      const inLog = opened.filter((event) => JSON.stringify(event.data).includes(text))
      return [...inLog.map(({ stream, type }) => `${type} of ${stream}`), ...(await placesIn(db, text))]
    },
    close: () => backend.close(),
  }
}

export function useErasingSide(): ErasingSide {
  const side: Partial<ErasingSide> = {}
  beforeAll(async () => void Object.assign(side, await openErasingSide()))
  afterAll(() => side.close?.())
  return side as ErasingSide
}

/** As the superuser who opened the connection: nothing is hidden from them. */
async function placesIn(db: TestBackend['own']['db'], text: string): Promise<readonly string[]> {
  const client = await db.connect()
  try {
    await client.query('begin; set local role none')
    return await tablesWith(client, text)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
