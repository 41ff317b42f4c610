import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from '@app/observability/process-facts.ts'
import { commandFor, openCommandedServer } from './commanded-server.ts'
import { openLogServer } from './open-log-server.ts'
import { ownFolder } from './own-folder.ts'
import { append, clientAt, streamNumbers } from './real-client.ts'
import { openEventStoreServer } from './server.ts'
import { PACKAGES_FOLDER, standInProgram } from './stand-in-bundle.ts'
import { trapsWithout } from './traps.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A command line that starts the stand-in. */
async function standInCommand(): Promise<string> {
  const program = join(await ownFolder(), 'start.cjs')
  const settings = { traps: trapsWithout('not-ready-at-start'), notReadyMs: 0, commitMs: 1, stopMs: 0 }
  await writeFile(
    program,
    `if (process.env.EVENTSTORE_COMMAND !== undefined) throw new Error('an unknown option')
     const [port, dataFile] = [Number(process.argv[2]), process.argv[3] + '/log']
     process.argv[2] = JSON.stringify({ ...${JSON.stringify(settings)}, port, dataFile })
     require(${JSON.stringify(await standInProgram())})`,
  )
  return `env NODE_PATH='${PACKAGES_FOLDER}' '${process.execPath}' '${program}' {port} {dir} {replicationPort}`
}

test('a command line starts a server that can be killed, stopped, frozen, and restarted on its data', async () => {
  vi.stubEnv('EVENTSTORE_COMMAND', await standInCommand())
  const server = await openLogServer()
  onTestFinished(() => server.dispose())
  await append(clientAt(server.url), 'a', 'no_stream', [1])
  for (const end of [server.kill, server.stop]) {
    const { pid } = server
    server.freeze()
    await end()
    expect(isAlive(pid)).toBe(false)
    await expect(append(clientAt(server.url), 'b', 'any', [2])).rejects.toMatchObject({ type: 'unavailable' })
    await Promise.all([server.start(), server.start()])
    expect(await streamNumbers(clientAt(server.url), 'a')).toEqual([1])
  }
  server.freeze()
  const appended = append(clientAt(server.url), 'a', 0n, [2], 200)
  await expect(appended).rejects.toMatchObject({ type: 'deadline-exceeded' })
  server.thaw()
  await expect.poll(() => streamNumbers(clientAt(server.url), 'a')).toEqual([1, 2])
  const { pid } = server
  await server.dispose()
  expect(isAlive(pid)).toBe(false)
})

test('a commanded server is preferred to a container and the stand-in, and the run reports it', async () => {
  vi.stubEnv('EVENTSTORE_URL', '')
  vi.stubEnv('EVENTSTORE_COMMAND', await standInCommand())
  const said = vi.spyOn(console, 'info').mockReturnValue()
  const server = await openEventStoreServer()
  onTestFinished(() => server.dispose())
  expect(server.kind).toBe('EVENTSTORE_COMMAND')
  expect(said.mock.calls).toEqual([
    ['event store contract on EventStoreDB: a server that EVENTSTORE_COMMAND starts'],
  ])
  said.mockRestore()
})

test('a command that ends before it is ready is reported', async () => {
  vi.stubEnv('EVENTSTORE_COMMAND', 'false {port} {replicationPort} {dir}')
  await expect(openCommandedServer()).rejects.toThrow('ended before it was ready')
})

test('a command line must name both ports and the folder', () => {
  expect(commandFor('run {port} {replicationPort} {dir}', [1, 2, '/a b'])).toBe("run 1 2 '/a b'")
  expect(() => commandFor('run {port}', [1, 2, '/a'])).toThrow('lacks {replicationPort} and {dir}')
})
