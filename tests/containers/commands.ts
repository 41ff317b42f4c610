import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CommandOptions {
  readonly limitMs?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

const LIMIT_MS = 180_000
const SHOWN_CHARS_MAX = 4_000

/** Runs a program to its end. @throws Error with the end of its output when it fails or takes too long */
export async function run(
  file: string,
  args: readonly string[],
  { limitMs = LIMIT_MS, env = {}, cwd }: CommandOptions = {},
): Promise<string> {
  const child = spawn(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return said
  const line = [file, ...args].join(' ').slice(0, 300)
  throw new Error(`${line}: ended with ${code ?? 'a signal'}\n${said.slice(-SHOWN_CHARS_MAX)}`)
}

const startedMs = performance.now()

export function say(line: string): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)
  console.log(`containers: ${seconds} s  ${line}`)
}

/** Says when it begins. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  say(`${what}…`)
  return work()
}
