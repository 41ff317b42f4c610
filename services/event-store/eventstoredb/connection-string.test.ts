import { EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { settingsIn, withQuickDiscovery } from './connection-string.ts'

describe('a connection string', () => {
  test.each([
    ['esdb://localhost:2113?tls=false', false],
    ['esdb://me:a,b@localhost:2113', false],
    ['esdb://one:2113,two:2113,three:2113?tls=false', true],
    ['esdb+discover://cluster.example:2113', true],
  ])('%s is of a cluster: %s', (url, isCluster) => {
    expect(settingsIn(url).isCluster).toBe(isCluster)
  })

  test('names its settings as the client does, whatever their spelling', () => {
    const { given } = settingsIn('esdb://h:2113/?Keep_Alive-Interval=20000&tls=false')
    expect([...given]).toEqual([
      ['keepaliveinterval', '20000'],
      ['tls', 'false'],
    ])
  })

  test.each([
    ['esdb://h:2113?tls=false', 'esdb://h:2113?tls=false'],
    ['esdb+discover://h:2113/', 'esdb+discover://h:2113?gossipTimeout=1'],
    ['esdb://a,b?tls=false', 'esdb://a,b?tls=false&gossipTimeout=1'],
    ['esdb://a,b?tls=false&gossip_timeout=3', 'esdb://a,b?tls=false&gossip_timeout=3'],
  ])('%s is searched as %s', (url, extended) => {
    expect(withQuickDiscovery(url)).toBe(extended)
    expect(() => EventStoreDBClient.connectionString(extended)).not.toThrow()
  })
})
