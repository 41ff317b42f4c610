import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './ready.mjs'

const CONFIG = `export default { test: { globals: true, tags: [{ name: 'facts' }], include: ['*.test.mjs'] } }`

/** A test that writes the seed of each of its runs to a file. */
const counted = (name: string, body: string): string => `
import { appendFileSync, readFileSync } from 'node:fs'
const runs = new URL('${name}.runs', import.meta.url)
appendFileSync(runs, process.env.TEST_SEED + '\\n')
const isFirst = readFileSync(runs, 'utf8').split('\\n').length === 2
${body}`

const FLAKY = counted('flaky', `test('wants the processor', () => expect(isFirst).toBe(false))`)
const LOST = counted(
  'lost',
  `// @module-${'tag'} facts
test('keeps all facts', () => expect(isFirst).toBe(false))`,
)
const ENDLESS = `test('never gives way', () => { for (;;); })`
const GOOD = counted('good', `test('goes well', () => undefined)`)

interface Ended {
  readonly code: number
  readonly end: readonly string[]
  runs(name: string): Promise<readonly string[]>
}

/** Runs the script over files in a folder of their own. */
async function runOf(files: Readonly<Record<string, string>>, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const root = await mkdtemp(join(tmpdir(), 'app-planted-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'vitest.config.mjs'), CONFIG)
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, `${name}.test.mjs`), text)
  const { TEST_SEED: _, TEST_LANE: __, CI: ___, ...env } = process.env
  const args = [join(ROOT, 'scripts/test.mjs'), '--unit', `--root=${root}`]
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env: { ...env, ...more } }, (_error, output) =>
      resolve({ code: child.exitCode ?? 1, output }),
    )
  })
  const lines = output.trimEnd().split('\n')
  const isClosing = (line: string) =>
    /^(?:failed|passed alone|does not run again)|^\d{4}-|^\d+ passed,/.test(line)
  return {
    code,
    end: lines
      .filter(isClosing)
      .map((line) => line.replace(/(?:\.\.\/)+.*\//, '').replace(/^[\d-]{10} /, 'DAY ')),
    runs: async (name) => (await readFile(join(root, `${name}.runs`), 'utf8')).trimEnd().split('\n'),
  }
}

test('a test that fails beside others and passes alone with the same seed counts as passed and is named', async () => {
  const { code, end, runs } = await runOf({ flaky: FLAKY, good: GOOD })
  expect(end).toEqual([
    'passed alone: flaky.test.mjs > wants the processor',
    'passed alone: 1, to be added to tests/passed-alone.md:',
    'DAY flaky.test.mjs > wants the processor',
    '2 passed, 0 failed',
  ])
  expect(code).toBe(0)
  const seeds = [await runs('flaky'), await runs('good')]
  expect(seeds.map(({ length }) => length)).toEqual([2, 1])
  expect(new Set(seeds.flat()).size).toBe(1)
})

test('a test that says that facts were lost does not run again', async () => {
  const { code, end, runs } = await runOf({ lost: LOST, good: GOOD })
  expect(end.filter((line) => !line.startsWith('failed:  '))).toEqual([
    'failed: lost.test.mjs > keeps all facts',
    'does not run again, because it says that facts are wrong: lost.test.mjs',
    '1 passed, 1 failed',
  ])
  expect(code).toBe(1)
  expect(await runs('lost')).toHaveLength(1)
})

test('the file of a test in a busy loop is named, and the run ends', async () => {
  const { code, end } = await runOf({ endless: ENDLESS, good: GOOD }, { TEST_SILENCE_MS_MAX: '5000' })
  expect(code).toBe(1)
  expect(end).toContain('failed: hangs without end: endless.test.mjs')
  expect(end.at(-1)).toBe('1 passed, 1 failed, 1 skipped')
})
