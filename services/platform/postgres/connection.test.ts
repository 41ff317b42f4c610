import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { NotYet, untilAnswered } from './connection.ts'

const LATE = new Error('Connection terminated due to connection timeout')
const waitingFor = (signal = new AbortController().signal, lines: string[] = []) => ({
  say: (line: string) => void lines.push(line),
  signal,
})
/** Fails once with each of these. */
const failing = (...errors: readonly unknown[]) => {
  const left = [...errors]
  return async (): Promise<string> => {
    if (left.length > 0) throw left.shift()
    return 'done'
  }
}
const withCode = (code: string) => Object.assign(new Error('no'), { code, hostname: 'base.example' })

const MENDED = [
  [LATE, 'La base de datos tarda'],
  [new Error('timeout exceeded when trying to connect'), 'La base de datos tarda'],
  [withCode('57014'), 'La base de datos tarda'],
  [withCode('53300'), 'La base de datos tarda'],
  [new StartError('No se puede abrir.', { cause: LATE }), 'La base de datos tarda'],
  [withCode('ENOTFOUND'), 'La base de datos \\(base.example\\) todavía no existe'],
  [new NotYet('no responde', 'EventStoreDB (uno) todavía no responde'), 'EventStoreDB \\(uno\\) todavía'],
] as const
test('a start repeats what another try may mend, and says so once', async () => {
  const repeated = MENDED.map(async ([error, said]) => {
    const lines: string[] = []
    expect(await untilAnswered(failing(error, error), waitingFor(undefined, lines))).toBe('done')
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${said}.* 60 segundos…$`))])
  })
  await Promise.all(repeated)
})

test('Ctrl-C ends a start at once while a server is silent', async () => {
  const ending = new AbortController()
  const started = untilAnswered(() => new Promise<never>(() => undefined), waitingFor(ending.signal))
  ending.abort()
  await expect(started).rejects.toThrow('El inicio se interrumpió.')
  expect(getEventListeners(ending.signal, 'abort')).toEqual([])
})

test('anything else ends a start at once, and so do Ctrl-C and the time limit', async () => {
  const other = new Error('password authentication failed')
  await expect(untilAnswered(failing(other), waitingFor())).rejects.toBe(other)
  await expect(untilAnswered(failing(LATE), waitingFor(AbortSignal.abort()))).rejects.toBe(LATE)
  await expect(untilAnswered(failing(LATE), { ...waitingFor(), waitMsMax: 0 })).rejects.toBe(LATE)
})
