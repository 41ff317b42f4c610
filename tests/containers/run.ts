import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBaseImages, IMAGES } from './base-images.ts'
import { say, step } from './commands.ts'
import { startEngine, type Engine } from './engine.ts'
import { NoEngine } from './no-engine.ts'

/** Runs tests, or the files that are named, on a separate Docker engine. A machine without one runs none, and says so. */

const ROOT = join(import.meta.dirname, '../..')
const TESTS_MS_MAX = 900_000
/** The time for vitest to end its processes. */
const END_MS_MAX = 20_000
const NOTHING = '0 passed, 0 failed'

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupt.abort(new Error(`ended by ${signal}`)))

async function runTests({ folder, env }: Engine): Promise<number> {
  // In the engine's folder, so that remains of interrupted tests are removed with it.
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const tests = spawn(
    process.execPath,
    [join(ROOT, 'scripts/test.mjs'), '--lane=containers', ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      // Without Ryuk, whose image cannot be pulled here. The engine ends all containers.
      env: { ...process.env, ...env, ...IMAGES, TMPDIR: temporary, TESTCONTAINERS_RYUK_DISABLED: 'true' },
      detached: true, // its own process group, to end all of it
    },
  )
  const end = (): void => {
    signalGroup(tests.pid, 'SIGINT')
    setTimeout(() => signalGroup(tests.pid, 'SIGKILL'), END_MS_MAX).unref()
  }
  const late = setTimeout(() => {
    say(`the tests are ended, because they are not done after ${TESTS_MS_MAX / 1_000} s`)
    end()
  }, TESTS_MS_MAX)
  if (interrupt.signal.aborted) end()
  interrupt.signal.addEventListener('abort', end)
  const [code] = (await once(tests, 'close')) as [number | null]
  clearTimeout(late)
  return interrupt.signal.aborted ? 1 : (code ?? 1)
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // Already ended.
  }
}

const steps = [buildBaseImages, runTests] as const

async function main(): Promise<number> {
  const engine = await startEngine()
  try {
    let code = 0
    for (const next of steps) {
      interrupt.signal.throwIfAborted()
      code = (await next(engine)) ?? code
    }
    return code
  } finally {
    await step('end of the engine', engine.stop)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const { message } = error as Error
  if (error instanceof NoEngine) {
    console.log(`containers: not run, because ${message}`)
    console.log(NOTHING)
  } else {
    console.log(`failed: containers: ${message}`)
    console.log('0 passed, 1 failed')
    process.exitCode = 1
  }
}
