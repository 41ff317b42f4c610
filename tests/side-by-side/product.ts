import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The same on both sides, because addresses are in answers, QR codes and pictures. */
const PORT = process.env.SIDE_PORT ?? '4380'
const START = Date.parse('2026-09-07T13:00:00.000Z')
const START_MS_MAX = 600_000
const SETTLE_MS_MAX = 20_000
/** A reaction waits a second before it finishes the work of a process. */
const STABLE_MS = 1_600
const LOOK_EVERY_MS = 25
const MONITOR = 'monitor-token-of-the-comparison'
export const PASSWORD = 'Correcta1'
export const ADMIN_EMAIL = 'admin@correo.example'

/** A checkout's product as its own process, on a new data folder and under a clock that only this side moves. */
export async function startProduct(checkout: string) {
  const folder = await mkdtemp(join(tmpdir(), 'side-by-side-'))
  const clockFile = join(folder, 'clock')
  let ms = START
  const advance = (seconds: number): void => {
    ms += seconds * 1_000
    // Renamed, because a half-written file would be another time.
    writeFileSync(`${clockFile}.new`, String(ms))
    renameSync(`${clockFile}.new`, clockFile)
  }
  advance(0)
  const { PATH = '', HOME = '' } = process.env
  const preload = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'clock.preload.cjs')}` }
  // Each request has an address of its own, so that no quota of a network ends.
  const settings = { PORT, TRUST_PROXY: 'loopback', DEMO: 'off', DATA_DIR: join(folder, 'data') }
  const secrets = { ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD, MONITOR_TOKEN: MONITOR }
  const env = { PATH, HOME, CLOCK_FILE: clockFile, ...preload, ...settings, ...secrets }
  const child = spawn('npm', ['start'], { cwd: checkout, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const interrupt = (): void => void process.kill(-child.pid!, 'SIGINT')
  process.once('exit', interrupt)
  for (const began = performance.now(); !output.includes('╯'); await pause(50))
    if (child.exitCode !== null || performance.now() - began > START_MS_MAX)
      throw new Error(`${checkout} does not start: ${output}`)
  const url = `http://127.0.0.1:${PORT}`
  return {
    url,
    now: () => new Date(ms),
    advance,
    settle: () => settle(url),
    stop: async () => {
      process.off('exit', interrupt)
      interrupt()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when read models have stopped moving, by the positions of its health. */
async function settle(url: string): Promise<void> {
  const began = performance.now()
  let [before, since] = ['', began]
  while (performance.now() - began < SETTLE_MS_MAX && performance.now() - since < STABLE_MS) {
    const answer = await fetch(`${url}/readyz`, { headers: { Authorization: `Bearer ${MONITOR}` } })
    const positions = ((await answer.text()).match(/(?<="(?:head|position)":")\d+/g) ?? []).join()
    if (positions !== before) since = performance.now()
    before = positions
    await pause(LOOK_EVERY_MS)
  }
}
