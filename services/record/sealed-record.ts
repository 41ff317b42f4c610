import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { UNSEALED_EVENTS_MAX } from './tree/grow-tree.ts'
import { readableOf, readPage } from './unreadable-events.ts'
import type { NoteSigner } from './signed-note.ts'
import type { TreeStore } from './tree/tree-store.ts'
import { findNewestSeal, findSealOver, type NotedSeal, type SealTrust } from './trusted-seals.ts'

/** The log, its tree and its seals, for whoever reads them. */
export interface SealedRecord extends SealTrust {
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'headPosition' | 'head'>
  readonly tree: Pick<
    TreeStore,
    'state' | 'hashesOf' | 'tile' | 'indexOf' | 'indexesOf' | 'positionOf' | 'leaves'
  >
  readonly signer: NoteSigner & { readonly vkey: string }
  /** For whoever would miss the last events: covers them, or gives up within seconds. Absent where nothing is sealed. */
  readonly sealNow?: () => Promise<void>
  /** The log does not continue what was signed last: nothing is signed any more. */
  readonly isRefused?: () => boolean
}

/** For whoever runs the server. */
export const SEAL_REFUSED =
  'El registro de eventos no continúa lo último que se selló aquí, y no se sella más: si restauraste un respaldo, ejecuta npm run ops -- record accept-restored; si no, alguien lo cambió: mira npm run ops -- verify history.'

export interface SealStatus {
  readonly seal: (NotedSeal & { readonly lastPosition: Position }) | undefined
  readonly anchor: 'none' | 'anchored'
  readonly anchoredSize: number
  readonly unsealedSeconds: number
  readonly progress: { readonly sealed: number; readonly total: number } | undefined
  readonly isRefused: boolean
}

export async function sealStatusOf(record: SealedRecord, now: Date): Promise<SealStatus> {
  const { tree } = record
  const [newest, state] = await Promise.all([findNewestSeal(record), tree.state()])
  const [lastPosition, total] = await Promise.all([
    newest === undefined ? undefined : tree.positionOf(newest.size - 1),
    totalOf(record, state),
  ])
  const sealed = newest?.size ?? 0
  // A checkpoint beyond the newest seal was kept of another copy of this log.
  const kept = Math.min(state.keptSize, sealed)
  return {
    seal: newest === undefined || lastPosition === undefined ? undefined : { ...newest, lastPosition },
    anchor: kept > 0 ? 'anchored' : 'none',
    anchoredSize: kept,
    unsealedSeconds: await unsealedSecondsOf(record, lastPosition, now),
    progress: total - sealed > UNSEALED_EVENTS_MAX ? { sealed, total } : undefined,
    isRefused: record.isRefused?.() ?? false,
  }
}

/** Positions are opaque: outside PostgreSQL this is an estimate by the part of the log that was read. */
async function totalOf(
  { log }: SealedRecord,
  { size, position }: { readonly size: number; readonly position: Position },
): Promise<number> {
  const head = await log.headPosition()
  if (head <= position || position === 0n) return size
  return Math.round((size * Number(head)) / Number(position))
}

/** Behind the last sealed event is its seal, with the name of its key at most. */
const BEHIND_SEAL = 3

/** Age of the oldest event without a seal; seals themselves do not count. */
async function unsealedSecondsOf(
  { log }: SealedRecord,
  lastPosition: Position | undefined,
  now: Date,
): Promise<number> {
  const { events } = await readPage(log, lastPosition ?? START, BEHIND_SEAL)
  const oldest = readableOf(events).find(({ stream }) => stream !== LOG_SEALS_STREAM)
  return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.recordedAt.getTime()) / 1_000)
}

/** When the first seal that covers an event was made; undefined while none does. */
export async function findSealedAt(record: SealedRecord, position: Position): Promise<Date | undefined> {
  const index = await record.tree.indexOf(position)
  return index === undefined ? undefined : (await findSealOver(record, index))?.madeAt
}
