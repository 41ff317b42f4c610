import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ROOT } from './source-files.ts'

/** Says when it is loaded and when its last hook has ended, and gives others the time to come in between. */
const FILE = `
import { appendFileSync } from 'node:fs'
const say = (what) => appendFileSync(new URL('said', import.meta.url), what + '\\n')
say('begins')
const pause = () => new Promise((resolve) => setTimeout(resolve, 200))
test('takes its time', pause)
afterAll(async () => {
  await pause()
  say('ends')
})`

const FILES = ['a', 'b', 'c']

/** Three files on as many workers, with what heavy files have. */
async function saidBy(setupFiles: readonly string[]): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'app-planted-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const config = {
    globals: true,
    maxWorkers: FILES.length,
    include: ['*.test.mjs'],
    setupFiles,
    provide: { postgresUrl: inject('postgresUrl') },
  }
  await writeFile(join(root, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(config)} }`)
  for (const name of FILES) await writeFile(join(root, `${name}.test.mjs`), FILE)
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', `--root=${root}`], { stdio: 'ignore' })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  return (await readFile(join(root, 'said'), 'utf8')).trimEnd().split('\n')
}

test('heavy files never run beside each other, from before they are loaded until their last hook has ended', async () => {
  const setup = join(ROOT, 'tests/support/one-heavy-file.ts')
  expect(await saidBy([setup])).toEqual(FILES.flatMap(() => ['begins', 'ends']))
})
