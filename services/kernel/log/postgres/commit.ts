import { conflict, positionOf } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { judgeAppend, revisionBefore } from '../append-decision.ts'
import { storeErrorOf } from './store-errors.ts'
import type { PostgresReader } from './postgres-reader.ts'
import type { WaitingAppend } from './postgres-writer.ts'

const APPEND = 'select head, refused from log.append($1, $2, $3)'

/** Names, ids and types are checked, so that they need no escape. */
function rowsOf({ stream, expected, events }: WaitingAppend, place: number): string {
  const of = `{"append":${place + 1},"stream":"${stream}","expected":${revisionBefore(expected)}`
  return events
    .map(
      ({ id, type, version, dataJson, metaJson }) =>
        `${of},"id":"${id}","type":"${type}","version":${version},"data":${dataJson},"meta":${metaJson}}`,
    )
    .join()
}

const beginsStream = ({ expected, events }: WaitingAppend): boolean =>
  expected === 'noStream' && events.length === 1

/** @returns the appends whose streams were not at the expected revision */
export async function commitBatch(
  client: pg.Client,
  batch: readonly WaitingAppend[],
  recordedAt: Date,
): Promise<readonly WaitingAppend[]> {
  for (const waiting of batch) waiting.sent = true
  const { rows } = await client.query<{ head: string; refused: number[] }>({
    name: 'append',
    text: APPEND,
    values: [`[${batch.map(rowsOf).join()}]`, batch.every(beginsStream), recordedAt],
  })
  const { head, refused } = rows[0]!
  // Postgres counts from 1.
  const places = new Set(refused.map((place) => place - 1))
  let position = BigInt(head)
  batch.forEach(({ expected, events, deadline }, place) => {
    if (places.has(place)) return
    const count = BigInt(events.length)
    position += count
    const revision = revisionBefore(expected) + count
    deadline.resolve({ revision, position: positionOf(position), replayed: false })
  })
  return batch.filter((_waiting, place) => places.has(place))
}

/** Distinguishes a retry from a conflict. `again` takes an append that has become possible since its refusal. */
export async function answerRefused(
  reader: Pick<PostgresReader, 'findAppended'>,
  waiting: WaitingAppend,
  again: (waiting: WaitingAppend) => void,
): Promise<void> {
  const { stream, expected, events, deadline } = waiting
  try {
    const { head, after } = await reader.findAppended(stream, revisionBefore(expected) + 1n, events.length)
    const found = { head, idsAfterExpected: after.map(({ id }) => id) }
    const ids = events.map(({ id }) => id)
    const verdict = judgeAppend(found, expected, ids)
    if (verdict.kind === 'conflict') deadline.reject(conflict(stream, expected, verdict.actual))
    else if (verdict.kind === 'write') again(waiting)
    else {
      const { position } = after[ids.length - 1]!
      deadline.resolve({ revision: verdict.lastRevision, position, replayed: true })
    }
  } catch (error) {
    deadline.reject(storeErrorOf(error, false))
  }
}
