import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WRAPPING_KEY } from '../../kernel/keys/testing/names.ts'
import { ADMIN_EMAIL } from './installed-product.ts'

const MAIN = join(
  process.env.PRODUCT_DIST ?? fileURLToPath(new URL('../../../dist', import.meta.url)),
  'ops.js',
)

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export type CommandLine = ReturnType<typeof commandLineIn>

type OnOutput = (soFar: string, kill: (signal: NodeJS.Signals) => void) => void

export function commandLineIn(dir: string, env: Readonly<Record<string, string>> = {}) {
  const execute = (args: string, typed: string, onOutput?: OnOutput): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [MAIN, ...args.split(' ').filter(Boolean)], {
        env: { PATH: process.env.PATH, DATA_DIR: join(dir, 'data'), ADMIN_EMAIL, INIT_CWD: dir, ...env },
        stdio: 'pipe',
      })
      let out = ''
      let isKilled = false
      const killOnce = (signal: NodeJS.Signals): void => {
        if (!isKilled) child.kill(signal)
        isKilled = true
      }
      let err = ''
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        onOutput?.(out, killOnce)
      })
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
      child.once('error', reject).once('close', (code) => resolve({ code, out, err }))
      // A command that ends without asking closes its input first.
      child.stdin.once('error', () => undefined).end(typed)
    })
  return {
    run: (args: string, onOutput?: OnOutput) => execute(args, '', onOutput),
    answer: (args: string, typed: string) => execute(args, `${typed}\n`),
  }
}

const SECRET = Buffer.alloc(32, 'secret of tests')

export async function writeSecrets(dataDir: string, postgres = 'unused'): Promise<void> {
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  const texts = { jwt: SECRET, visitor: SECRET, 'wrapping-1': WRAPPING_KEY }
  for (const [name, key] of Object.entries(texts))
    await writeFile(join(dataDir, 'secrets', name), key.toString('base64'), { mode: 0o600 })
  await writeFile(join(dataDir, 'secrets', 'postgres'), postgres, { mode: 0o600 })
}
