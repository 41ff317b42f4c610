import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { createImageProcess, type ImageProcess, type ImageProcessOptions } from './image-process.ts'
import { isAlive } from '@app/observability/process-facts.ts'

const WILFUL = new URL('./testing/wilful-image-child.mjs', import.meta.url)

let opened: ImageProcess[] = []
afterEach(() => {
  for (const one of opened) one.stop()
  opened = []
})

function wilful(options: ImageProcessOptions = {}) {
  const deaths: string[] = []
  const onDeath = ({ message }: Error) => void deaths.push(message)
  const images = createImageProcess({ program: WILFUL, onDeath, ...options })
  opened.push(images)
  /** A task's refusal, or the process that did it. */
  const ask = (deed: string) =>
    images.render({ bytes: Buffer.from(deed), kind: 'company-logo' }).then(
      () => 'a picture',
      (error: Error & { code?: string }) => error.code ?? error.message.replace(/.*: /, ''),
    )
  return { ...images, ask, deaths }
}

describe('a process that decodes pictures', () => {
  test.each([
    ['a crash of its decoder', 'crash', 'unsupported-image'],
    ['an exit of its own', 'exit', 'unsupported-image'],
    ['an invalid answer', 'junk', 'unsupported-image'],
    ['a picture that takes all memory', 'hog', 'image-too-large'],
  ])('fails one picture by %s, and the next one gets another process [LIM-9]', async (_, deed, code) => {
    const { ask, pid } = wilful()
    expect(await ask('work')).toBe(`by ${pid()}`)
    const first = pid()
    expect(await ask(deed)).toBe(code)
    expect(await ask('work')).toBe(`by ${pid()}`)
    expect(pid()).not.toBe(first)
    await expect.poll(() => isAlive(first!)).toBe(false)
  })

  test('fails one picture by its silence, even when it no longer receives messages', async () => {
    const { ask, deaths } = wilful({ silentMsMax: 300 })
    for (const deed of ['silence', 'block']) {
      expect(await ask(deed)).toBe('image-too-large')
      expect(await ask('work')).toMatch(/^by \d+$/)
    }
    expect(deaths).toHaveLength(2)
  })

  test('fails no picture when it is killed between two', async () => {
    const { ask, pid } = wilful()
    await ask('work')
    const first = pid()!
    process.kill(first, 'SIGKILL')
    await expect.poll(() => isAlive(first)).toBe(false)
    expect(await ask('work')).toBe(`by ${pid()}`)
  })

  test('ends after its last picture, and when it stays idle', async () => {
    const { ask, pid } = wilful({ idleMs: 50 })
    await ask('work')
    const first = pid()!
    await expect.poll(() => isAlive(first)).toBe(false)
    expect(pid()).toBeUndefined()
    const code = await ask('last')
    expect(pid()).toBeUndefined()
    await expect.poll(() => isAlive(Number(code.slice('by '.length)))).toBe(false)
  })

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
})

test('the real process decodes, and ends with its parent even after a crash', async () => {
  const program = fileURLToPath(new URL('./testing/image-parent.child.mjs', import.meta.url))
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(/decoded by (\d+)/.exec(output.toString())?.[1])
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
