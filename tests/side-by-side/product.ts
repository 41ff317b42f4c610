import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readEml } from '@app/services/platform/mail/mail-folder.ts'
import { startTestSmtp } from '@app/services/platform/mail/testing/test-smtp.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The same on both sides, because addresses are in answers, QR codes and pictures. */
const PORT = process.env.SIDE_PORT ?? '4380'
const START = Date.parse('2026-09-07T13:00:00.000Z')
const START_MS_MAX = 600_000
const SETTLE_MS_MAX = 20_000
const LOOK_EVERY_MS = 25
const REST_MS = 500
const MONITOR = 'monitor-token-of-the-comparison'
export const REPORTS = 'reports-secret-of-the-comparison'
export const PASSWORD = 'Correcta1'
export const ADMIN_EMAIL = 'admin@correo.example'

const settingsOf = (folder: string): Readonly<Record<string, string>> => {
  const { PATH = '', HOME = '' } = process.env
  const clock = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'clock.preload.cjs')}` }
  const accounts = { ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD }
  const secrets = { MONITOR_TOKEN: MONITOR, MAIL_REPORTS_SECRET: REPORTS }
  // Each request has an address of its own, so that no quota of a network ends.
  const server = { PORT, TRUST_PROXY: 'loopback', DEMO: 'off', DATA_DIR: join(folder, 'data') }
  return { PATH, HOME, CLOCK_FILE: join(folder, 'clock'), ...clock, ...accounts, ...secrets, ...server }
}

/**
 * A checkout's product as its own process, on a new data folder and under a clock that only this side moves.
 * @param more settings besides those of every run
 */
export async function startProduct(checkout: string, more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'side-by-side-'))
  const clock = createClock(join(folder, 'clock'))
  const smtp = await startTestSmtp()
  const env = { ...settingsOf(folder), SMTP_URL: smtp.url, ...more }
  const run = (...args: readonly string[]) => running(args, { cwd: checkout, env })
  const product = run('start')
  const began = performance.now()
  while (!product.output().includes('╯')) {
    if (product.hasEnded() || performance.now() - began > START_MS_MAX)
      throw new Error(`${checkout} does not start: ${product.output()}`)
    await pause(50)
  }
  const url = `http://127.0.0.1:${PORT}`
  return {
    url,
    clock,
    /** Runs an order of the data staff. */
    ops: async (args: readonly string[]) => {
      const order = run('run', '--silent', 'ops', '--', ...args)
      return { code: await order.ended, output: order.output() }
    },
    /** All that it sent, newest first. */
    mails: () => Promise.all(smtp.delivered.map(({ eml }) => readEml(eml)).toReversed()),
    /** Resolves when every read model has the whole log, and nothing was appended for so long. */
    settle: (stableMs: number) => settle(url, stableMs),
    stop: async () => {
      product.interrupt()
      await product.ended
      await smtp.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createClock(file: string) {
  let ms = START
  // Renamed, because a half-written file would be another time.
  const write = (): void => {
    writeFileSync(`${file}.new`, String(ms))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    now: () => new Date(ms),
    advance: (seconds: number) => {
      ms += seconds * 1_000
      write()
    },
  }
}

function running(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) {
  const child = spawn('npm', args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let hasEnded = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const interrupt = (): void => {
    process.kill(-child.pid!, 'SIGINT')
  }
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code: number | null) => {
      hasEnded = true
      process.off('exit', interrupt)
      resolve(code)
    }),
  )
  process.once('exit', interrupt)
  return { output: () => output, hasEnded: () => hasEnded, ended, interrupt }
}

/** By the positions of its health: a checkpoint rests behind the head while no event concerns its read model. */
async function settle(url: string, stableMs: number): Promise<void> {
  const began = performance.now()
  let before = ''
  let since = began
  while (performance.now() - began < SETTLE_MS_MAX) {
    const answer = await fetch(`${url}/readyz`, { headers: { Authorization: `Bearer ${MONITOR}` } })
    const positions = (await answer.text()).match(/(?<="(?:head|position)":")\d+/g) ?? []
    if (positions.join() !== before) since = performance.now()
    before = positions.join()
    const restMs = new Set(positions).size === 1 ? stableMs : Math.max(stableMs, REST_MS)
    if (performance.now() - since >= restMs) return
    await pause(LOOK_EVERY_MS)
  }
}
