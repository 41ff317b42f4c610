import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CommandOptions {
  readonly limitMs: number
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly input?: string
}

const SHOWN_CHARS_MAX = 4_000
const OUTPUT_CHARS_MAX = 4_000_000
/** A program's descendants may keep its output open. */
const CLOSE_MS_MAX = 2_000

/** Runs a program to its end. @throws Error with the end of its output when it fails or takes too long */
export async function run(
  file: string,
  args: readonly string[],
  { limitMs, env = {}, cwd, input }: CommandOptions,
): Promise<string> {
  const child = spawn(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  let said = ''
  const keep = (text: string): void => void (said = (said + text).slice(-OUTPUT_CHARS_MAX))
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  child.stdin.on('error', () => undefined).end(input ?? '')
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, limitMs)
  try {
    const closed = once(child, 'close')
    const [code] = (await once(child, 'exit')) as [number | null]
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())])
    if (code === 0) return said
    const why = isLate ? `not done after ${limitMs / 1_000} s` : `ended with ${code}`
    throw new Error(`${[file, ...args].join(' ').slice(0, 300)}: ${why}\n${said.slice(-SHOWN_CHARS_MAX)}`)
  } finally {
    clearTimeout(late)
  }
}

const startedMs = performance.now()

export function say(line: string): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)
  console.log(`containers: ${seconds} s  ${line}`)
}

/** Prints the step and its duration. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  say(`${what}…`)
  const begun = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}
