import { findRunningPostgres } from '@app/services/product/embedded-postgres/cluster.ts'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { inject, onTestFinished, expect } from 'vitest'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { endPrograms, startProgram, type Program, type ProgramOptions } from './program.ts'
import { eventually } from '../eventually.ts'
import { WAIT_MS_MAX } from '../wait-limit.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '../test-database.ts'

/** The product as a process of its own on a data folder of its own; nothing of either outlives its test. */

/** global-setup.ts sweeps what a killed run left in folders of such names. */
const FOLDER = `app-test-run-${process.pid}-product-`

export interface Product extends Program {
  readonly url: string
  /** If the box shows one. */
  readonly adminPassword: string | undefined
  /** The page of kept mails, with its key. */
  readonly mailUrl: string | undefined
  /** By Ctrl-C. */
  stop(): Promise<number | null>
}

/** All the phones of these tests have one address, and tap as fast as they can; the limiter runs all the same. */
const RAISED_LIMITS = '1000000'

/** Starts the product and waits for its closing box. @throws Error with its whole output when it ends before */
export const startProductProcess = ({ dataDir, env }: ProgramOptions): Promise<Product> =>
  untilStarted(startProgram('standalone', [], { dataDir, env: { RATE_LIMITS: RAISED_LIMITS, ...env } }))

async function untilStarted(program: Program): Promise<Product> {
  await program.said('╯')
  const box = (label: string): string | undefined =>
    new RegExp(`│ ${label} +(\\S+) +│`).exec(program.output())?.[1]
  const url = box('Panel') ?? box('Estado')?.replace('/readyz', '')
  if (url === undefined) throw new Error(`the box shows no address: ${program.output()}`)
  return {
    ...program,
    url,
    adminPassword: box('Contraseña'),
    mailUrl: box('Correos'),
    stop: () => program.kill('SIGINT'),
  }
}

export interface DataFolder {
  readonly path: string
  /** Ends all that runs upon it, however it was left, and deletes it. */
  remove(): Promise<void>
}

export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), FOLDER))
  return { path, remove: () => remove(path) }
}

/** A data folder of the calling test, removed after it. */
export async function ownDataFolder(): Promise<string> {
  const { path, remove: removeIt } = await createDataFolder()
  onTestFinished(removeIt)
  return path
}

const USED_FOLDER_LOCK = 20_260_002
const PASSWORD_FILE = 'used-password'

/** A folder started once a run and closed: a copy, because the first start is the slow one; removed after the test. */
export async function ownUsedFolder(): Promise<{ readonly dataDir: string; readonly password: string }> {
  const used = inject('usedFolder')
  await withConnection(inject('postgresUrl'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [USED_FOLDER_LOCK]) // until the connection ends
    if (!existsSync(join(used, PASSWORD_FILE))) await useFirst(used)
  })
  const dataDir = await ownDataFolder()
  const filter = (path: string): boolean => basename(path) !== PASSWORD_FILE
  await cp(used, dataDir, { recursive: true, filter })
  return { dataDir, password: await readFile(join(used, PASSWORD_FILE), 'utf8') }
}

async function useFirst(used: string): Promise<void> {
  const product = await startProductProcess({ dataDir: used })
  await product.stop()
  await writeFile(join(used, PASSWORD_FILE), product.adminPassword!)
}

async function remove(dataDir: string): Promise<void> {
  endPrograms(dataDir)
  for (const pid of await processesOn(dataDir)) signal(pid, 'SIGKILL')
  await goneFrom(dataDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Processes in a data folder: the database server, its children and its parents. Only the server outside of Linux. */
export async function processesOn(dataDir: string): Promise<readonly number[]> {
  const names = process.platform === 'linux' ? await readdir('/proc') : []
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => ((await isOn(pid, dataDir)) ? [pid] : [])))
  const server = findRunningPostgres(dataDir)
  return [...new Set([...found.flat(), ...(server === undefined ? [] : [server.pid])])]
}

async function isOn(pid: number, dataDir: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return cwd === dataDir || cwd.startsWith(`${dataDir}/`)
}

/** Waits until nothing works in the folder any more, as after a kill; what the time is not enough for is an error. */
export async function goneFrom(dataDir: string): Promise<void> {
  const nobodyWorks = async (): Promise<void> => {
    const left = await processesOn(dataDir)
    if (left.length > 0) throw new Error(`still at work: ${left.join(', ')}`)
  }
  await eventually(nobodyWorks, { what: `nobody to work in ${dataDir}` })
}

/** As a crash of the whole machine would; answers false when no server was there. */
export function killPostmaster(dataDir: string): boolean {
  const server = findRunningPostgres(dataDir)
  return server !== undefined && signal(server.pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false // gone by itself in between
  }
}

/** A start that must fail: one clear Spanish line on the error output, code 1, nothing left running. */
export async function refusedStart(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const before = findRunningPostgres(dataDir)
  const program = startProgram('standalone', [], { dataDir, env })
  const patience = new AbortController()
  const tooLong = pause(WAIT_MS_MAX, 'still running' as const, patience)
  expect(await Promise.race([program.ended, tooLong.catch(() => undefined)])).toBe(1)
  patience.abort()
  expect(program.output()).not.toContain('╯')
  expect(program.errors().trimEnd().split('\n')).toHaveLength(1)
  expect(program.errors()).not.toMatch(/Error:|\bat .*:\d+:\d+|node:internal/)
  if (before === undefined) expect(await processesOn(dataDir)).toEqual([])
  else expect(findRunningPostgres(dataDir)).toEqual(before)
  return program.errors().trimEnd()
}

/** One database, and secrets that the first process makes for all. */
export const sharedSettings = async (): Promise<Record<string, string>> => ({
  DATABASE_URL: (await createTestDatabase()).url,
  SECRETS_DIR: await ownDataFolder(),
})
