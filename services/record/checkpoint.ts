import { NoteRefused, openedNote, type NoteVerifier, type SignedNote } from './signed-note.ts'
import type { TreeHead } from './tree/merkle-tree.ts'

// The text that a log signs: https://c2sp.org/tlog-checkpoint.

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
