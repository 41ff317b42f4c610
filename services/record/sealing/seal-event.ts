import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type EventType, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { NoteVerifier } from '../signed-note.ts'
import type { Hash, TreeHead } from '../tree/merkle-tree.ts'

/** The data of an event of the record; undefined for another type, and for what does not fit its schema. */
export function recordDataOf<Type extends EventType>(
  event: Pick<StoredEvent, 'type' | 'version' | 'data'>,
  type: Type,
): PastEventOf<Type>['data'] | undefined {
  if (event.type !== type) return undefined
  try {
    return readEvent(event).data as never
  } catch {
    return undefined
  }
}

/** A seal as its event has it; whoever signed it. */
export interface SealEvent extends TreeHead {
  readonly position: Position
  readonly sealedAt: string
  readonly keyId: string
  readonly signature: Buffer
  /** The root that it names as that of the seal before it. */
  readonly previous: Hash | undefined
  readonly chain: { readonly previousSize: number; readonly signature: Buffer }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** Undefined for another event, and for a seal that nobody can read. */
export function sealEventOf(event: StoredEvent): SealEvent | undefined {
  const data = recordDataOf(event, 'LogSealed')
  if (data === undefined || !Number.isSafeInteger(Number(data.size))) return undefined
  const { previous, previousSize, chainSignature } = data
  return {
    size: Number(data.size),
    root: bytesOf(data.root),
    position: event.position,
    sealedAt: event.meta.occurredAt,
    keyId: data.keyId,
    signature: bytesOf(data.signature),
    previous: previous === null ? undefined : bytesOf(previous),
    chain: { previousSize: Number(previousSize), signature: bytesOf(chainSignature) },
  }
}

export function isSignedBy(seal: SealEvent, { name, id, verify }: NoteVerifier): boolean {
  const { chain } = seal
  return (
    seal.keyId === id &&
    verify(chainText(name, { ...seal, previousSize: chain.previousSize }), chain.signature)
  )
}

// Texts that the key signs beside checkpoints. No checkpoint has so many lines, nor a name of two parts more.

export interface ChainedSeal extends TreeHead {
  readonly previous: Hash | undefined
  readonly previousSize: number
  readonly sealedAt: string
  /** Of the checkpoint. */
  readonly signature: Buffer
}

/** That a seal follows another one, and when it was made. */
export const chainText = (
  name: string,
  { size, root, previous, previousSize, sealedAt, signature }: ChainedSeal,
): string =>
  linesOf(`${name}/sello`, [
    String(size),
    root.toString('base64'),
    String(previousSize),
    previous?.toString('base64') ?? '-',
    sealedAt,
    signature.toString('base64'),
  ])

/** That the seals which follow are signed by another key. @param name of the key that signs it */
export const namingText = (name: string, vkey: string): string => linesOf(`${name}/clave`, [vkey])

/** That the log goes on without a head that was signed before. @param name of the key that signs it */
export const givenUpText = (
  name: string,
  { size, root, vkey, sealedAt }: Omit<PastEventOf<'RestoredLogAccepted'>['data'], 'signature'>,
): string => linesOf(`${name}/respaldo`, [size, root, vkey, sealedAt])

const linesOf = (first: string, lines: readonly string[]): string =>
  [first, ...lines].map((line) => `${line}\n`).join('')
