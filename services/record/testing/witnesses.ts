import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { cosignedText, witnessOf } from '../checkpoint.ts'
import { keyIdOf, signatureLine } from '../signed-note.ts'

const PROGRAM = join(import.meta.dirname, '../../../docs/witness.mjs')
const NAME = 'testigo.example'
const KIND = Buffer.of(0x04)

/** The shipped example of a witness, as a process. */
export async function startWitness(folder: string, logKey: string) {
  const child = spawn(process.execPath, [PROGRAM, NAME, folder, '0', logKey])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (said.split('\n').length < 3) await once(child.stdout, 'data')
  const [url = '', vkey = ''] = said.split('\n')
  const stop = async (): Promise<void> => {
    child.kill()
    await once(child, 'exit')
  }
  return { url, vkey, witness: witnessOf(vkey), stop }
}

/** A witness whose key a test has. */
export function createCosigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const key = Buffer.concat([KIND, raw]).toString('base64')
  const witness = witnessOf(`${NAME}+${keyIdOf(NAME, KIND, raw)}+${key}`)
  /** @returns the line below a checkpoint. @param signed the seconds under its signature */
  function cosign(text: string, seconds = 1_790_000_000n, signed = seconds): string {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(seconds)
    const signature = sign(null, Buffer.from(cosignedText(text, signed)), privateKey)
    return signatureLine({ ...witness, signature: Buffer.concat([time, signature]) })
  }
  return { witness, key, cosign }
}
