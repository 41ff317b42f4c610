import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'

export interface Child {
  readonly pid: number
  output(): string
  said(pattern: RegExp): Promise<RegExpExecArray>
  /** In microseconds, all threads together. */
  cpuMicros(): Promise<number>
  memory(): Promise<{ readonly bytes: number; readonly bytesMax: number }>
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Sends SIGTERM, and SIGKILL after STOP_MS_MAX. May be called twice. */
  stop(): Promise<void>
}

interface UsageAnswer {
  readonly id: number
  readonly user: number
  readonly system: number
  readonly rss: number
  readonly rssMax: number
}

const START_MS_MAX = 120_000
const LOOK_EVERY_MS = 5
const ANSWER_MS_MAX = 10_000
const STOP_MS_MAX = 15_000

const running = new Set<ChildProcess>()
// Last resort, when this process ends without closing what it opened.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

interface ChildOptions {
  readonly ownDist: string
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The child gets none of the settings in this process's environment. */
export function startChild(program: string, options: ChildOptions): Child {
  const child = spawnProgram(program, options)
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))).finally(
    () => running.delete(child),
  )
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    output: () => text,
    said: async (pattern) => {
      for (let waited = 0; waited < START_MS_MAX; waited += LOOK_EVERY_MS) {
        const match = pattern.exec(text)
        if (match !== null) return match
        if (hasEnded()) throw new Error(`ended at once: ${text}`)
        await pause(LOOK_EVERY_MS)
      }
      throw new Error(`said nothing like ${pattern.source}: ${text}`)
    },
    cpuMicros: async () => {
      const { user, system } = await usageOf(child)
      return user + system
    },
    memory: async () => {
      const { rss, rssMax } = await usageOf(child)
      return { bytes: rss, bytesMax: rssMax }
    },
    ended,
    stop: async () => {
      if (hasEnded()) return
      child.kill('SIGTERM')
      const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await ended
      clearTimeout(timeout)
    },
  }
}

function spawnProgram(program: string, { ownDist, cwd, args = [], env }: ChildOptions): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = '', SystemRoot = '' } = process.env
  const reporter = pathToFileURL(join(ownDist, 'cpu-reporter.js')).href
  return spawn(process.execPath, ['--enable-source-maps', '--import', reporter, program, ...args], {
    cwd,
    env: { PATH, HOME, ...(TMPDIR === '' ? {} : { TMPDIR }), SystemRoot, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

let asked = 0

function usageOf(child: ChildProcess): Promise<UsageAnswer> {
  const id = (asked += 1)
  return new Promise((resolve, reject) => {
    const finish = (how: () => void): void => {
      clearTimeout(timeout)
      child.off('message', onMessage)
      how()
    }
    const onMessage = (message: unknown): void => {
      const answer = message as UsageAnswer
      if (answer.id === id) finish(() => resolve(answer))
    }
    const timeout = setTimeout(
      () => finish(() => reject(new Error(`process ${child.pid} does not tell what it uses`))),
      ANSWER_MS_MAX,
    )
    child.on('message', onMessage)
    child.send({ ask: 'usage', id }, (error) => {
      if (error !== null) finish(() => reject(error))
    })
  })
}
