import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run, step } from './commands.ts'
import { preparePlugIns } from './plug-ins.ts'

/** The tests' own Docker engine. Its data, sockets and settings are in one folder, which is removed with it. */
export interface Engine {
  readonly folder: string
  /** Environment for the client, and its plug-ins. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const START_MS_MAX = 30_000
const STOP_MS_MAX = 30_000
const ASK_EVERY_MS = 100

/** This machine has or allows no engine, which is not a fault of the product. */
export class NoEngine extends Error {}

/** @throws NoEngine if this machine cannot run one */
export async function startEngine(): Promise<Engine> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new NoEngine('it needs root on Linux')
  // Two engines on one machine would undo each other's bridge and rules.
  const other = await run('pgrep', ['-x', 'dockerd']).catch(() => undefined)
  if (other !== undefined) throw new NoEngine(`another Docker engine runs here (process ${other.trim()})`)
  const folder = await mkdtemp(join(tmpdir(), 'app-containers-'))
  const env = {
    DOCKER_HOST: `unix://${join(folder, 'socket')}`,
    DOCKER_CONFIG: join(folder, 'config'),
    DOCKER_BUILDKIT: '1',
  }
  let daemon: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    if (daemon !== undefined) await endDaemon(daemon)
    await sweep(folder)
  }
  try {
    await mkdir(env.DOCKER_CONFIG)
    await step('Compose and Buildx', () => preparePlugIns(folder, env))
    daemon = await step('engine', () => startDaemon(folder, env))
    return { folder, env, stop }
  } catch (cause) {
    await stop()
    throw new NoEngine((cause as Error).message, { cause })
  }
}

async function startDaemon(folder: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const log = await open(join(folder, 'log'), 'a')
  const [data, exec, pid] = ['data', 'exec', 'pid'].map((name) => join(folder, name))
  const args = ['--data-root', data!, '--exec-root', exec!, '--pidfile', pid!, '--host', env.DOCKER_HOST!]
  // Stops orderly when this process is killed.
  const daemon = spawn('setpriv', ['--pdeathsig', 'TERM', 'dockerd', ...args], {
    stdio: ['ignore', log.fd, log.fd],
    detached: true, // Ctrl-C has to end the tests first
  })
  const failed = once(daemon, 'error').then(([error]: unknown[]) => {
    throw error
  })
  failed.catch(() => undefined)
  try {
    await Promise.race([untilAnswers(daemon, env), failed])
    return daemon
  } catch (cause) {
    await endDaemon(daemon)
    const said = (await readFile(join(folder, 'log'), 'utf8')).split('\n').slice(-4).join('\n')
    throw new Error(`the engine does not start (${(cause as Error).message})\n${said}`, { cause })
  } finally {
    await log.close()
  }
}

async function untilAnswers(daemon: ChildProcess, env: Readonly<Record<string, string>>): Promise<void> {
  for (const begun = performance.now(); ; await pause(ASK_EVERY_MS)) {
    if (daemon.exitCode !== null) throw new Error(`it ended with ${daemon.exitCode}`)
    const answer = await run('docker', ['version'], { limitMs: START_MS_MAX, env }).catch(() => undefined)
    if (answer !== undefined) return
    if (performance.now() - begun > START_MS_MAX) throw new Error(`silent for ${START_MS_MAX / 1_000} s`)
  }
}

/** The daemon ends its containers too. */
async function endDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null || daemon.pid === undefined) return
  const ended = once(daemon, 'exit')
  daemon.kill('SIGTERM')
  const late = setTimeout(() => daemon.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(late)
}

/** Removes its folder, with what it left mounted there. */
async function sweep(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1])
  for (const mounted of mounts.reverse())
    if (mounted?.startsWith(`${folder}/`)) await run('umount', ['--lazy', mounted]).catch(() => undefined)
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
