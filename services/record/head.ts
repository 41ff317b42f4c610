import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { logHead, type LogHead } from '@app/contracts/record.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { hashOf } from './leaf.ts'

/** The text that the key signs. docs/signed-log.md has it for other programs. */
export const headText = ({ log, size, previous, day, block, at }: Omit<LogHead, 'signature'>): string =>
  ['log head v1', log, size, previous, day, block, at, ''].join('\n')

export const headHash = (head: Omit<LogHead, 'signature'>): string => hashOf(headText(head)).toString('hex')

export interface LogKey {
  readonly sign: (text: string) => string
  readonly hasSigned: (text: string, signature: string) => boolean
  /** The public key, as PEM. */
  readonly pem: string
}

/** The bytes that RFC 8410 puts before the seed of an Ed25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 32 secret bytes */
export function logKeyOf(seed: Buffer): LogKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    hasSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}

/** `before`: heads that were signed for the same commit, which may have been lost. */
const signedHead = logHead.extend({ before: z.array(logHead).default([]) })
export type SignedHead = z.infer<typeof signedHead>

/** The message is for operators. */
export class HeadDamaged extends StartError {}

const DAMAGED =
  'head.json, en la carpeta de secretos, está dañado, y no se firma más. Restáuralo de un respaldo, o quítalo de ahí y compara el registro con la última cabeza que llegó por correo: npm run ops -- verify history --head ARCHIVO.'

/** The last head that was signed here. It lies beside the key, so that nobody who has the database alone can change it. */
export interface HeadFile {
  /** Undefined while there is none. @throws HeadDamaged */
  read(): Promise<SignedHead | undefined>
  /** Durable when it resolves. */
  write(head: SignedHead): Promise<void>
  /** Keeps it under another name. */
  setAside(): Promise<void>
}

/** @param file a small text that is replaced as a whole */
export const headFileOn = (file: {
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
  readonly setAside: () => Promise<void>
}): HeadFile => ({
  setAside: file.setAside,
  read: async () => {
    const text = await file.read()
    if (text === undefined) return undefined
    try {
      return signedHead.parse(JSON.parse(text))
    } catch (cause) {
      throw new HeadDamaged(DAMAGED, { cause })
    }
  },
  write: (head) => file.write(JSON.stringify(head)),
})
