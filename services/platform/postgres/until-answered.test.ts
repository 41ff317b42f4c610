import { expect, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { testTable } from '../../../tests/support/every.ts'
import { untilAnswered } from './until-answered.ts'

const LATE = new Error('Connection terminated due to connection timeout')
const lines: string[] = []
const waitingFor = (signal = new AbortController().signal) => ({
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

testTable([
  LATE,
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  Object.assign(new Error('la sentencia fue cancelada'), { code: '57014' }),
  new StartError('No se puede abrir.', { cause: LATE }),
])('a start repeats what took too long, and says so once', async (error) => {
  lines.splice(0)
  expect(await untilAnswered(failing(error, LATE, error), waitingFor())).toBe('done')
  expect(lines).toEqual([expect.stringMatching(/^La base de datos tarda en responder, .* 60 segundos…$/)])
})

test('anything else ends a start at once, and so does Ctrl-C', async () => {
  const other = new Error('password authentication failed')
  await expect(untilAnswered(failing(other), waitingFor())).rejects.toBe(other)
  await expect(untilAnswered(failing(LATE), waitingFor(AbortSignal.abort()))).rejects.toBe(LATE)
})
