import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface Child {
  readonly pid: number
  untilOutput(pattern: RegExp): Promise<RegExpExecArray>
  /** Processor time so far, of all threads; NaN elsewhere than on Linux. */
  cpuMicros(): number
  stop(): Promise<void>
}

const START_MS_MAX = 120_000
const STOP_MS_MAX = 15_000
const LOOK_EVERY_MS = 5
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
  // When this process ends without closing what it opened.
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
      throw new Error(`said nothing like ${pattern.source}: ${text}`)
    },
    cpuMicros: () => {
      const stat = linuxFile(pid, 'stat')
      // The name in parentheses may hold blanks: count fields after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * MICROS_A_TICK
    },
    stop: async () => {
      if (hasEnded()) return
      child.kill('SIGTERM')
      const timer = setTimeout(kill, STOP_MS_MAX)
      await ended
      clearTimeout(timer)
    },
  }
}

const linuxFile = (pid: number, name: string): string =>
  process.platform === 'linux' ? readFileSync(`/proc/${pid}/${name}`, 'utf8') : ''
