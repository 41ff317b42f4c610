import { inject, expect, test } from 'vitest'
import { checkDurable, notDurable } from './postgres.ts'

const ON = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

test('a server with everything on is durable', () => {
  expect(notDurable(ON)).toEqual([])
})

test('what is off, only local or unknown is not durable', () => {
  expect(notDurable({ ...ON, fsync: 'off' })).toEqual(['fsync=off'])
  expect(notDurable({ ...ON, synchronous_commit: 'local' })).toEqual(['synchronous_commit=local'])
  expect(notDurable({ fsync: 'on', synchronous_commit: 'on' })).toEqual(['full_page_writes=unknown'])
})

test('a server that gives durability away is refused', async () => {
  // The server of the tests does: nothing in it has to outlive them.
  await expect(checkDurable(inject('postgresUrl'))).rejects.toThrow('PostgreSQL is not durable: fsync=off')
})
