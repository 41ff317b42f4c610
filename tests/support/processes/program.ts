import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'

/** The built programs as real processes. PRODUCT_DIST names another build, to see these tests fail on a broken one. */

const ROOT = join(import.meta.dirname, '../../..')
export const DIST = process.env.PRODUCT_DIST ?? join(ROOT, 'dist')
const KEEPS_PRIORITY = join(import.meta.dirname, 'keeps-priority.preload.cjs')

export interface Program {
  readonly pid: number
  output(): string
  errors(): string
  /** Resolves once it has said the text. @throws Error with all it said when it ends or stays silent instead */
  said(text: string): Promise<void>
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

const children = new Map<string, ChildProcess[]>()

/** Starts a built program; none of the settings of whoever runs the tests reach it. */
export function startProgram(
  bundle: 'standalone' | 'ops',
  args: readonly string[],
  { dataDir, env = {} }: ProgramOptions,
): Program {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), SystemRoot = '' } = process.env
  const options = ['--enable-source-maps', '--require', KEEPS_PRIORITY]
  const child = spawn(process.execPath, [...options, join(DIST, `${bundle}.js`), ...args], {
    cwd: ROOT,
    // A demo's traffic would be events that no test has caused.
    env: { PATH, HOME, TMPDIR, SystemRoot, PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.set(dataDir, [...(children.get(dataDir) ?? []), child])
  const said = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const everything = (): string => `${said.output}\n${said.errors}`
  return {
    pid: child.pid!,
    output: () => said.output,
    errors: () => said.errors,
    ended,
    said: async (text) => {
      const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
      await eventually(
        () => {
          if (!said.output.includes(text) && !hasEnded()) throw new Error(`silent: ${everything()}`)
        },
        { what: text, everyMs: 5 },
      )
      if (!said.output.includes(text)) throw new Error(`ended: ${everything()}`)
    },
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Ends every program that was started on a data folder, however it was left. */
export function endPrograms(dataDir: string): void {
  for (const child of children.get(dataDir) ?? []) child.kill('SIGKILL')
}
