import { setImmediate } from 'node:timers/promises'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/record.ts'
import { skipIdOf } from '../log/ids.ts'
import { withoutTexts, type Codec } from '../codec.ts'
import type { SubscribedLog, Subscription } from '../subscription.ts'
import pg from 'pg'
import { ERASED, subjectIn, type BuildTransaction, type Projection } from './projection.ts'

export interface FoldDeps {
  readonly db: pg.Pool
  readonly log: SubscribedLog
  readonly codec: Pick<Codec, 'decrypt'>
  readonly seals?: BuildTransaction['seals']
  readonly now: () => Date
  readonly eventsMax?: number
  readonly isThrownAway?: true
}

export function subscriptionOf(deps: FoldDeps, projection: Projection, build: string): Subscription {
  const { log, codec, eventsMax } = deps
  return {
    name: build,
    isBuild: true,
    types: projection.handles,
    log,
    // A build shows nothing itself: who reads its rows gets no frozen words.
    decrypt: async (events) =>
      projection.readsNoTexts === true ? withoutTexts(events) : codec.decrypt(events, { frozen: true }),
    ...(eventsMax === undefined ? {} : { eventsMax }),
    subjectOf: (event) => (isErasure(event) ? `erasure of ${subjectIn(event)}` : projection.subjectOf(event)),
    ...(projection.finish && {
      finish: (client) => projection.finish!(transactionOn(client, deps, FINISH_MS_MAX)),
    }),
    // Only looked up for an event that does not fit, in each build: so a rebuild skips the same events as the rows of today.
    isSkipped: async (position) =>
      (await log.readStream(auditStream(skipIdOf(projection.name, position)), { limit: 1 })).length > 0,
    handle: async (events, client) => {
      const tx = transactionOn(client, deps)
      for (const part of events.some(isErasure) ? partsOf(events) : [events]) {
        await projection.project(tx, part)
        const erasures = part.filter(isErasure)
        if (erasures.length > 0) await projection.forget?.(tx, erasures.map(subjectIn))
        for (const erasure of erasures) await noteErasure(client, build, erasure)
      }
    },
  }
}

const isErasure = ({ type }: StoredEvent): boolean => type === ERASED

/** Runs of erasures and of other events, in their order. */
function partsOf(events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] {
  const parts: StoredEvent[][] = []
  for (const event of events) {
    const last = parts.at(-1)
    if (last !== undefined && isErasure(last[0]!) === isErasure(event)) last.push(event)
    else parts.push([event])
  }
  return parts
}

/** An erasure does not wait behind parked events of its person: once these are folded, it is folded again. */
async function noteErasure(client: pg.PoolClient, build: string, event: StoredEvent): Promise<void> {
  await client.query(
    `update kernel.parked set erasure_stream = $2
     where name = $1 and position < $3 and $4 in (stream, subject)`,
    [build, event.stream, event.position, subjectIn(event)],
  )
}

const names = new Map<string, string>()
/** Names texts of statements: a connection plans each of them once. */
const nameOf = (text: string): string => names.get(text) ?? names.set(text, `fold-${names.size}`).get(text)!

/** The end of a build from zero takes as long as the build is large. */
const FINISH_MS_MAX = 86_400_000

const transactionOn = (
  client: pg.PoolClient,
  { seals, isThrownAway }: FoldDeps,
  limitMs = 0,
): BuildTransaction => ({
  seals,
  isThrownAway,
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const query = { name: nameOf(text), text, values: [...values], query_timeout: limitMs }
    return (await client.query<Row>(query)).rows
  },
  copy: (table, rows, lineOf) => copyRows(client, table, rows, lineOf),
})

type CopyTo = Record<'sendCopyFromChunk' | 'sendCopyFail' | 'endCopyFrom', (part?: Buffer | string) => void>

const CHUNK_CHARS = 65_536

/** The server stores a chunk while other work, or the next lines, have their turn. After an error it has none. */
const copyRows = <Row>(
  client: pg.ClientBase,
  table: string,
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let isOver = false
    const query = new pg.Query(`copy ${table} from stdin`, (error) => {
      isOver = true
      return error ? reject(error) : resolve()
    })
    const handleCopyInResponse = async (connection: CopyTo): Promise<void> => {
      let chunk = ''
      try {
        for (const row of rows) {
          chunk += `${lineOf(row)}\n`
          if (chunk.length < CHUNK_CHARS) continue
          connection.sendCopyFromChunk(Buffer.from(chunk))
          chunk = ''
          await setImmediate()
          if (isOver) return
        }
        connection.sendCopyFromChunk(Buffer.from(chunk))
        connection.endCopyFrom()
      } catch (error) {
        reject(error as Error)
        connection.sendCopyFail('a row has no line')
      }
    }
    client.query(Object.assign(query, { handleCopyInResponse }))
  })
