import { hash } from 'node:crypto'
import type { JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { canonicalJson, leafOf } from './leaf.ts'
import { proofFile, type InclusionProof } from './proof-file.ts'
import { signedNote, type NoteSigner } from './signed-note.ts'

// A file of one profile's or account's events, with what proves them: docs/check-expediente.mjs checks it offline.

export interface ProvedEvent {
  /** As it is stored: personal fields are ciphertext. */
  readonly stored: StoredEvent
  /** Its personal fields in clear; empty when they were erased, or when it has none. */
  readonly opened: Readonly<Record<string, JsonValue>>
  readonly proof: InclusionProof
}

const EXPEDIENTE_VERSION = 2

/** The newest revision of each stream that a file must have. */
export type StreamEnds = ReadonlyMap<string, bigint>

/** Events are missing: the file is not signed, so that whoever has it sees that it was cut off. */
export class ExpedienteCutOff extends Error {}

export interface ExpedienteHead {
  /** Whose it is: a stream's name. */
  readonly stream: string
  /** Those whose events are in the file, one after the other; by default that one alone. */
  readonly streams?: readonly string[]
  readonly ends: StreamEnds
  readonly writtenAt: Date
  /** The log's key, for whoever has no better source of it. */
  readonly vkey: string
}

/** Each line is an object that ends in the hash of the rest of it, so that a changed byte is found in its line. */
const lineOf = (members: Readonly<Record<string, JsonValue>>): string => {
  const text = canonicalJson(members)
  return `${canonicalJson({ line: text, sha256: hash('sha256', text) })}\n`
}

/** What the last line signs: the format, the number of events, the hash of all lines before it, and where streams end. */
const sealedText = (origin: string, events: number, digest: string, ends: StreamEnds): string =>
  [
    origin,
    `expediente ${EXPEDIENTE_VERSION}`,
    events,
    digest,
    ...[...ends].map(([stream, revision]) => `${stream} ${revision}`),
    '',
  ].join('\n')

/**
 * The lines of a file, a head first and a signature last.
 * @throws ExpedienteCutOff when the events end before their streams do
 */
export async function* expedienteLines(
  head: ExpedienteHead,
  events: AsyncIterable<ProvedEvent>,
  signer: NoteSigner,
): AsyncGenerator<string, void> {
  const first = lineOf({
    expediente: EXPEDIENTE_VERSION,
    stream: head.stream,
    streams: head.streams ?? [head.stream],
    writtenAt: head.writtenAt.toISOString(),
    vkey: head.vkey,
  })
  let digest = hash('sha256', first)
  let count = 0
  const reached = new Map<string, bigint>()
  yield first
  for await (const { stored, opened, proof } of events) {
    const line = lineOf({ leaf: leafOf(stored).toString(), opened, proof: proofFile(proof) })
    digest = hash('sha256', digest + hash('sha256', line))
    count += 1
    reached.set(stored.stream, stored.revision)
    yield line
  }
  for (const [stream, revision] of head.ends)
    if (reached.get(stream) !== revision)
      throw new ExpedienteCutOff(`${stream} ends at ${reached.get(stream)}, not at ${revision}`)
  yield lineOf({ signature: signedNote(sealedText(signer.name, count, digest, head.ends), signer) })
}
