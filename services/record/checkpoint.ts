import { createPublicKey, verify } from 'node:crypto'
import { keyIdOf, NoteRefused, openedNote, type NoteVerifier, type SignedNote } from './signed-note.ts'
import type { TreeHead } from './tree/merkle-tree.ts'
import { StartError } from '@app/contracts/start-error.ts'

// What a log signs (https://c2sp.org/tlog-checkpoint), and what a witness adds (https://c2sp.org/tlog-cosignature).

export interface TreeCheckpoint extends TreeHead {
  /** Which log it is: the name of its key as well. */
  readonly origin: string
}

const HASH_BYTES = 32
const SIZE = /^(?:0|[1-9]\d{0,15})$/

export const checkpointText = ({ origin, size, root }: TreeCheckpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** @throws NoteRefused. Extension lines are refused as well: our log writes none. */
export function parseCheckpoint(text: string): TreeCheckpoint {
  const lines = text.split('\n')
  const [origin = '', size = '', encoded = ''] = lines
  const root = Buffer.from(encoded, 'base64')
  const isHash = root.length === HASH_BYTES && root.toString('base64') === encoded
  if (lines.length !== 4 || lines[3] !== '' || origin === '' || !SIZE.test(size) || !isHash)
    throw new NoteRefused('no checkpoint of this log')
  if (!Number.isSafeInteger(Number(size))) throw new NoteRefused('a checkpoint of an impossible size')
  return { origin, size: Number(size), root }
}

/**
 * The checkpoint of a signed note, once the log's key has signed it.
 * @throws NoteRefused also when it is of another log
 */
export function openedCheckpoint(
  note: string,
  log: NoteVerifier,
): TreeCheckpoint & { readonly note: SignedNote } {
  const opened = openedNote(note, [log])
  const checkpoint = parseCheckpoint(opened.text)
  if (checkpoint.origin !== log.name)
    throw new NoteRefused(`a checkpoint of another log: ${checkpoint.origin}`)
  return { ...checkpoint, note: opened }
}

const COSIGNATURE = Buffer.of(0x04)
const PUBLIC_KEY_BYTES = 32
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

export interface Witness {
  readonly name: string
  readonly id: string
  readonly publicKey: Buffer
}

/** @param vkey as a witness publishes it. @throws NoteRefused */
export function witnessOf(vkey: string): Witness {
  const [name = '', id = '', ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  const publicKey = key.subarray(1)
  const isKnownKind = key.subarray(0, 1).equals(COSIGNATURE) && publicKey.length === PUBLIC_KEY_BYTES
  if (!isKnownKind || keyIdOf(name, COSIGNATURE, publicKey) !== id)
    throw new NoteRefused('no verifier key of a witness')
  return { name, id, publicKey }
}

/** The last second that a Date can hold; later ones are no time at which anybody signed. */
const SECONDS_MAX = 8_640_000_000_000n

/** What a witness signs: that it saw the checkpoint at a time, in seconds since 1970. */
export const cosignedText = (text: string, seconds: bigint): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`

/**
 * When a witness signed a checkpoint; undefined when it has not.
 * @throws NoteRefused when a signature under the witness's name and id is not its own
 */
export function cosignedAt({ text, signatures }: SignedNote, witness: Witness): Date | undefined {
  const found = signatures.find(({ name, id }) => name === witness.name && id === witness.id)
  if (found === undefined) return undefined
  const seconds =
    found.signature.length === TIME_BYTES + SIGNATURE_BYTES ? found.signature.readBigUInt64BE() : 0n
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: witness.publicKey.toString('base64url') },
    format: 'jwk',
  })
  const isItsOwn =
    seconds > 0n &&
    seconds <= SECONDS_MAX &&
    verify(null, Buffer.from(cosignedText(text, seconds)), key, found.signature.subarray(TIME_BYTES))
  if (!isItsOwn) throw new NoteRefused(`the signature of ${witness.name} is not its own`)
  return new Date(Number(seconds) * 1_000)
}

/** Whose cosignatures count. @throws StartError for a key that is none */
export function witnessIn({
  witness,
}: {
  readonly witness?: { readonly key: string } | undefined
}): Witness | undefined {
  try {
    return witness && witnessOf(witness.key)
  } catch (cause) {
    if (!(cause instanceof NoteRefused)) throw cause
    throw new StartError('WITNESS_KEY: no es la clave pública de un testigo; cópiala como él la muestra.', {
      cause,
    })
  }
}
