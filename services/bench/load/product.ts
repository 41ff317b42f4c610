import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { oneLogin } from '../../platform/postgres/connection.ts'
import type { Projection } from '../../kernel/models/projection.ts'
import { startPolls } from '../../kernel/wake.ts'
import { createWaitFor } from '../../kernel/wait-for.ts'
import { followBuilds } from '../../kernel/models/follow-builds.ts'
import { openBackend, SERVING, type Backend } from '../../product/backend/open-backend.ts'
import { readPidFile } from '../../product/embedded-postgres/cluster.ts'
import { createWrappingFiles } from '../../kernel/keys/wrapping-keys.ts'
import type { Context } from '../frame.ts'

export interface Product extends Child {
  readonly url: string
  /** Resolves once every read model holds what the log held when this was called. */
  caughtUp(): Promise<void>
}

interface Ready {
  readonly projections: readonly { readonly lagSeconds: number | null }[]
}

export const PASSWORD = 'Clave-de-prueba-1'
export const ADMINISTRATOR = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: PASSWORD } as const

const RAISED_LIMITS = '1000000'
const CAUGHT_UP_MS_MAX = 3_600_000
const LOOK_EVERY_MS = 20

export async function startBenchProduct(
  { productDist, folder, onClose }: Context,
  env: Readonly<Record<string, string>>,
): Promise<Product> {
  const child = startChild(join(productDist, 'standalone.js'), dirname(productDist), {
    PORT: '0',
    DATA_DIR: join(folder, `product-${env.DATABASE_URL?.split('/').at(-1) ?? ''}`),
    RATE_LIMITS: RAISED_LIMITS,
    // Otherwise a year of demo traffic would be projected during the measurement.
    DEMO: 'off',
    ...ADMINISTRATOR,
    ...env,
  })
  onClose(child.stop)
  await child.untilOutput(/╯/)
  const [url] = await child.untilOutput(/http:\/\/[\w.:-]+/)
  return { ...child, url, caughtUp: () => caughtUp(url) }
}

export async function demoProfileOf({ url }: Pick<Product, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/api/public/profile/demo`)
  const { id } = (await answer.json()) as { readonly id?: string }
  if (id === undefined) throw new Error(`the demo profile is not there: ${answer.status}`)
  return id
}

async function caughtUp(url: string): Promise<void> {
  const ready = async (): Promise<Ready> => (await (await fetch(`${url}/readyz`)).json()) as Ready
  const startedMs = performance.now()
  while (performance.now() - startedMs < CAUGHT_UP_MS_MAX) {
    const { projections } = await ready()
    if (projections.every(({ lagSeconds }) => lagSeconds === 0)) return
    // A long wait polls less often, because each call slows down what it waits for.
    await pause(LOOK_EVERY_MS + (performance.now() - startedMs) / 100)
  }
  throw new Error('the read models did not catch up')
}

interface Child {
  readonly pid: number
  untilOutput(pattern: RegExp): Promise<RegExpExecArray>
  cpuMicros(): number
  stop(): Promise<void>
}

const START_MS_MAX = 120_000
const STOP_MS_MAX = 15_000
/** Linux reports times in hundredths of a second. */
const MICROS_A_TICK = 10_000

/** It gets none of the settings in this process's environment. */
export function startChild(program: string, cwd: string, env: Readonly<Record<string, string>> = {}): Child {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', resolve)).finally(() => {
    process.off('exit', kill)
  })
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const pid = child.pid ?? 0
  return {
    pid,
    untilOutput: async (pattern) => {
      for (let waited = 0; waited < START_MS_MAX; waited += LOOK_EVERY_MS) {
        const match = pattern.exec(text)
        if (match !== null) return match
        if (hasEnded()) throw new Error(`ended at once: ${text}`)
        await pause(LOOK_EVERY_MS)
      }
      throw new Error(`printed nothing like ${pattern.source}: ${text}`)
    },
    cpuMicros: () => cpuMicrosOf(pid),
    stop: async () => {
      if (hasEnded()) return
      child.kill('SIGTERM')
      const timer = setTimeout(kill, STOP_MS_MAX)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Processor time so far, of all threads and of ended children; on Linux only. */
function cpuMicrosOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold blanks: count fields after it.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ticks.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) * MICROS_A_TICK
}

/** Processor time of the database server with all its processes. */
export function serverMicros({ folder }: Pick<Context, 'folder'>): number {
  const pid = readPidFile(folder)!.pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.map(Number)].reduce((sum, one) => {
    const isThere = existsSync(`/proc/${one}`) // a worker may have ended meanwhile
    return sum + (isThere ? cpuMicrosOf(one) : 0)
  }, 0)
}

const FOLLOWED_MS_MAX = 600_000
const now = (): Date => new Date()

export async function openOurBackend(
  { folder, onClose }: Pick<Context, 'folder' | 'onClose'>,
  url: string,
  secrets = join(folder, randomBytes(8).toString('hex')),
): Promise<Backend> {
  const backend = await openBackend({
    urls: oneLogin(url),
    wrappingFiles: createWrappingFiles(secrets, randomBytes),
    log: { kind: 'postgres' },
    limits: SERVING,
  })
  onClose(backend.close)
  return backend
}

/** Resolves once the projections are at the head of the log. @returns a function that stops them */
export async function startOurRunners(
  { projector: db, seals, sealed: log, codec }: Pick<Backend, 'projector' | 'seals' | 'sealed' | 'codec'>,
  projections: readonly Projection[],
): Promise<() => Promise<void>> {
  const troubles: unknown[] = []
  const polls = startPolls({ db, log })
  const onTrouble = (_name: string, error: unknown): void => void troubles.push(error)
  const running = followBuilds({ db, polls, log, codec, seals, now, onTrouble }, projections)
  const waitFor = createWaitFor({ db, log }, projections)
  const names = projections.map(({ name }) => name)
  const stop = async (): Promise<void> => {
    await running.stop()
    await polls.stop()
  }
  if (await waitFor(names, await log.headPosition(), FOLLOWED_MS_MAX)) return stop
  await stop()
  throw troubles[0] ?? new Error('the read models did not catch up')
}
