import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { eventually } from '../eventually.ts'

/** The built programs as real processes. PRODUCT_DIST names another build, to see these tests fail on a broken one. */

const ROOT = join(import.meta.dirname, '../../..')
export const DIST = process.env.PRODUCT_DIST ?? join(ROOT, 'dist')
const KEEPS_PRIORITY = join(import.meta.dirname, 'keeps-priority.preload.cjs')

export interface Program {
  readonly pid: number
  output(): string
  errors(): string
  /** Resolves once it has printed the text. @throws Error with its whole output when it ends or stays silent instead */
  said(text: string): Promise<void>
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

/** By data folder, functions that end each program and all its children. */
const endings = new Map<string, (() => void)[]>()

/** Starts a built program without the settings of the test run's environment. */
export function startProgram(
  bundle: 'standalone' | 'ops',
  args: readonly string[],
  { dataDir, env = {} }: ProgramOptions,
): Program {
  const file = ['--enable-source-maps', '--require', KEEPS_PRIORITY, join(DIST, `${bundle}.js`)]
  const child = spawn(process.execPath, [...file, ...args], {
    ...ownSettings({ dataDir, env }),
    stdio: STDIO,
  })
  return programOf(child, dataDir, () => child.kill('SIGKILL'))
}

/** Like a command in a terminal: npm, its shell and the product are one group, which a terminal signals. */
export function startByNpm({ dataDir, env = {} }: ProgramOptions): Program {
  const settings = { ...ownSettings({ dataDir, env }), detached: true, stdio: STDIO }
  const child = spawn('npm', ['start'], settings)
  return programOf(child, dataDir, () => endGroup(child.pid!))
}

const STDIO: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

function ownSettings({ dataDir, env }: ProgramOptions) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), SystemRoot = '' } = process.env
  // `npm run test:dates` gives a process another date by these.
  const date = Object.entries(process.env).filter(([name]) => /^(?:LD_PRELOAD$|FAKETIME)/.test(name))
  // A demo's traffic would be events that no test has caused.
  const own = { PATH, HOME, TMPDIR, SystemRoot, PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...env }
  return { cwd: ROOT, env: { ...Object.fromEntries(date), ...own } }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

type Piped = ChildProcessByStdio<null, Readable, Readable>

function programOf(child: Piped, dataDir: string, end: () => void): Program {
  endings.set(dataDir, [...(endings.get(dataDir) ?? []), end])
  const said = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text))
  let isClosed = false
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code: number | null) => {
      isClosed = true
      resolve(code)
    }),
  )
  const everything = (): string => `${said.output}\n${said.errors}`
  return {
    pid: child.pid!,
    output: () => said.output,
    errors: () => said.errors,
    ended,
    said: async (text) => {
      await eventually(
        () => {
          if (!said.output.includes(text) && !isClosed) throw new Error(`silent: ${everything()}`)
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
  for (const end of endings.get(dataDir) ?? []) end()
}
