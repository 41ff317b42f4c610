import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answerOfProcess, type ImageProcessOptions } from './images.ts'
import { isAlive } from '../platform/observability/process-facts.ts'

const WILFUL = new URL('./testing/wilful-image-child.mjs', import.meta.url)

function wilful(options: ImageProcessOptions = {}) {
  const deaths: string[] = []
  const onDeath = ({ message }: Error) => void deaths.push(message)
  const given = { program: WILFUL, onDeath, ...options }
  /** A task's refusal, or what the process answers to it. */
  const ask = (deed: string) =>
    answerOfProcess({ bytes: Buffer.from(deed), kind: 'company-logo' }, given).then(
      (answer) =>
        'failed' in answer ? answer.failed : 'refused' in answer ? answer.refused.code : 'a picture',
      ({ code }: { readonly code: string }) => code,
    )
  return { ask, deaths }
}

test.each([
  ['a crash of its decoder', 'crash', 'unsupported-image'],
  ['an exit of its own', 'exit', 'unsupported-image'],
  ['an invalid answer', 'junk', 'unsupported-image'],
  ['a picture that takes all memory', 'hog', 'image-too-large'],
  ['its silence', 'silence', 'image-too-large'],
  ['silence without receiving messages', 'block', 'image-too-large'],
])(
  'one picture fails by %s, and the next one has another process, which ends [LIM-9]',
  async (_, deed, code) => {
    const { ask } = wilful({ silentMsMax: deed === 'hog' ? 60_000 : 1_000 })
    expect(await ask(deed)).toBe(code)
    const pids = [await ask('work'), await ask('work')].map((by) => Number(/^by (\d+)$/.exec(by)?.[1]))
    expect(new Set(pids).size).toBe(2)
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  },
)

test('refuses as unavailable when it cannot be started', async () => {
  const program = new URL('./testing/no-such-program.mjs', import.meta.url)
  const { ask, deaths } = wilful({ program })
  expect(await ask('work')).toBe('unavailable')
  expect(deaths).toHaveLength(1)
})

test('gets none of the settings of the api', async () => {
  process.env.DATABASE_URL = 'postgres://secret'
  try {
    expect(await wilful().ask('work')).toMatch(/^by \d+$/)
  } finally {
    delete process.env.DATABASE_URL
  }
})

test('the real process ends with its parent even after a crash', async () => {
  const program = fileURLToPath(new URL('./testing/image-parent.child.mjs', import.meta.url))
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(/started (\d+)/.exec(output.toString())?.[1])
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
