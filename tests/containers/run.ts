import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBaseImages, IMAGES } from './base-images.ts'
import { step } from './commands.ts'
import { NoEngine, startEngine, type Engine } from './engine.ts'

/** Runs the tests on a separate Docker engine. A machine without one runs none, and says so. */

const ROOT = join(import.meta.dirname, '../..')
const TESTS_MS_MAX = 900_000

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
      env: { ...process.env, ...env, ...IMAGES, TMPDIR: temporary },
      detached: true, // its own process group, to end all of it
    },
  )
  const end = (): void => void process.kill(-tests.pid!, 'SIGINT')
  const late = setTimeout(end, TESTS_MS_MAX)
  interrupt.signal.addEventListener('abort', end)
  const [code] = (await once(tests, 'close')) as [number | null]
  clearTimeout(late)
  return interrupt.signal.aborted ? 1 : (code ?? 1)
}

async function main(): Promise<number> {
  const engine = await startEngine()
  try {
    await buildBaseImages(engine)
    interrupt.signal.throwIfAborted()
    return await runTests(engine)
  } finally {
    await step('end of the engine', engine.stop)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const { message } = error as Error
  const isMissing = error instanceof NoEngine
  console.log(isMissing ? `containers: not run, because ${message}` : `failed: containers: ${message}`)
  console.log(isMissing ? '0 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = isMissing ? 0 : 1
}
