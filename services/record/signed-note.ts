import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'

// Signed notes with Ed25519 keys, as https://c2sp.org/signed-note has them.

const ED25519 = Buffer.of(0x01)
const ID_BYTES = 4
const KEY_BYTES = 32
const SIGNATURES_MAX = 64
const NAME = /^[^\s+\p{Cc}]+$/u
/** Ends of a text that other software must not read as something else. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/u
const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u

/** Who signs, or whose signature is checked. */
interface NoteKey {
  readonly name: string
  /** The first four bytes of a hash: tells keys of one name apart. */
  readonly id: string
}

export interface NoteSigner extends NoteKey {
  readonly sign: (text: string) => Buffer
}

export interface NoteVerifier extends NoteKey {
  readonly verify: (text: string, signature: Buffer) => boolean
}

export interface NoteSignature extends NoteKey {
  /** Without the id. */
  readonly signature: Buffer
}

export interface SignedNote {
  /** With its last newline. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** A note that is none, or that no known key has signed. */
export class NoteRefused extends Error {}

/** @param type the byte of the signature's kind, before the public key */
const keyIdOf = (name: string, type: Buffer, publicKey: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), type, publicKey]), 'buffer')
    .subarray(0, ID_BYTES)
    .toString('hex')

const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })

/** @param seed 32 secret bytes. @throws RangeError for an impossible name or seed */
export function noteSigner(name: string, seed: Buffer): NoteSigner & { readonly vkey: string } {
  if (!NAME.test(name)) throw new RangeError(`no name of a key: ${JSON.stringify(name)}`)
  if (seed.length !== KEY_BYTES) throw new RangeError(`a seed has ${KEY_BYTES} bytes, not ${seed.length}`)
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = rawPublicKey(createPublicKey(privateKey))
  const id = keyIdOf(name, ED25519, publicKey)
  return {
    name,
    id,
    vkey: `${name}+${id}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`,
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  }
}

/** What RFC 8410 puts before the seed of an Ed25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param vkey as a log publishes it: name, id and public key. @throws NoteRefused */
export function noteVerifier(vkey: string): NoteVerifier {
  const [name = '', id = '', ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  const publicKey = key.subarray(1)
  const isKnownKind = key.subarray(0, 1).equals(ED25519) && publicKey.length === KEY_BYTES
  if (!NAME.test(name) || !isKnownKind || keyIdOf(name, ED25519, publicKey) !== id)
    throw new NoteRefused('no verifier key of an Ed25519 signature')
  const opened = publicKeyOf(publicKey)
  return { name, id, verify: (text, signature) => verify(null, Buffer.from(text), opened, signature) }
}

/** The same under all names of a key. @returns '' for what is no verifier key */
export const publicPartOf = (vkey: string): string => vkey.split('+').slice(2).join('+')

/** A verifier key under another name. */
export function renamedKey(vkey: string, name: string): string {
  const part = publicPartOf(vkey)
  return `${name}+${keyIdOf(name, ED25519, Buffer.from(part, 'base64').subarray(1))}+${part}`
}

/** Undefined for what is no verifier key. */
export function verifierOf(vkey: string): NoteVerifier | undefined {
  try {
    return noteVerifier(vkey)
  } catch (error) {
    if (error instanceof NoteRefused) return undefined
    throw error
  }
}

export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), signature]).toString('base64')}\n`

/** @param text lines, the last one ended too. @throws NoteRefused */
export function signedNote(text: string, signer: NoteSigner): string {
  if (!text.endsWith('\n') || CONTROL.test(text)) throw new NoteRefused('no text of a note')
  const { name, id } = signer
  return `${text}\n${signatureLine({ name, id, signature: signer.sign(text) })}`
}

function signatureOf(line: string): NoteSignature {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length <= ID_BYTES || bytes.toString('base64') !== encoded)
    throw new NoteRefused('a line below the note is no signature')
  return { name, id: bytes.toString('hex', 0, ID_BYTES), signature: bytes.subarray(ID_BYTES) }
}

/** Takes a note apart. Its signatures are not checked. @throws NoteRefused */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n') || CONTROL.test(note)) throw new NoteRefused('no signed note')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) throw new NoteRefused(`more than ${SIGNATURES_MAX} signatures`)
  return { text: note.slice(0, end + 1), signatures: lines.map(signatureOf) }
}

/**
 * A note's text, once at least one of the known keys has signed it.
 * @throws NoteRefused when none has, or when a signature under a known key's name and id is not its own
 */
export function openedNote(note: string, verifiers: readonly NoteVerifier[]): SignedNote {
  const parsed = parseNote(note)
  let isSigned = false
  for (const { name, id, signature } of parsed.signatures) {
    const verifier = verifiers.find((known) => known.name === name && known.id === id)
    if (verifier === undefined) continue
    if (!verifier.verify(parsed.text, signature))
      throw new NoteRefused(`the signature of ${name} is not its own`)
    isSigned = true
  }
  if (!isSigned) throw new NoteRefused('no known key has signed this note')
  return parsed
}
