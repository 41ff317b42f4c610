import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '@app/observability/process-facts.ts'
import { startChild, type Child } from './child.ts'

const BUSY = `console.log('ready with ' + process.argv[2] + ' ' + (process.env.SAID ?? '') + (process.env.TEST_SEED ?? ''))
  setInterval(() => { for (const end = Date.now() + 5; Date.now() < end; ); }, 6)`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-child-test-'))
  const source = await readFile(join(import.meta.dirname, 'cpu-reporter.ts'), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  await writeFile(join(folder, 'cpu-reporter.js'), code)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(program: string): Promise<Child> {
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  const child = startChild(file, { ownDist: folder, cwd: folder, args: ['this'], env: { SAID: 'that' } })
  onTestFinished(child.stop)
  return child
}

test('a child gets what it is given and nothing else, reports its processor time, and ends on request', async () => {
  const child = await start(BUSY)
  expect((await child.untilOutput(/ready with (.*)/))[1]).toBe('this that')
  const before = await child.cpuMicros()
  expect(before).toBeGreaterThan(0)
  expect(await child.cpuMicros()).toBeGreaterThanOrEqual(before)
  await child.stop()
  expect(isAlive(child.pid)).toBe(false)
  await child.stop()
})

test('a child that ends instead of beginning is an error that repeats its words', async () => {
  const child = await start("console.error('no room'); process.exit(3)")
  await expect(child.untilOutput(/ready/)).rejects.toThrow('no room')
})

test('a child reports the memory that it holds, and how it has ended', async () => {
  const child = await start(
    "process.on('SIGUSR2', () => process.exit(3)); setInterval(() => {}, 1_000); console.log('ready')",
  )
  await child.untilOutput(/ready/)
  const { bytes, bytesMax } = await child.memory()
  expect(bytes).toBeGreaterThan(1e7)
  expect(bytesMax).toBeGreaterThan(1e7)
  process.kill(child.pid, 'SIGUSR2')
  expect(await child.ended).toBe(3)
})
