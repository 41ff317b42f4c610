import { credentials } from '@grpc/grpc-js'
import services from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { freePort } from './free-port.ts'
import { openStandIn, type StandIn, type StandInOptions } from './stand-in-process.ts'
import type { ClusterNode } from './stand-in/settings.ts'
import { eventually } from '../support/eventually.ts'

/** Three servers with one log, which commits records that two of them have written. */
export interface StandInCluster {
  /** A URL of all three. */
  readonly url: string
  readonly nodes: readonly StandIn[]
  /** The leader's index; waits for an election. */
  leader(): Promise<number>
  /** Waits until all run and agree on the leader. */
  settled(): Promise<void>
  /** One node's view of all nodes, by gossip; `dead` for a silent node. */
  states(asked: number): Promise<readonly string[]>
  /** Kills the leader at once. Like `freezeLeader`, answers its index. */
  killLeader(): Promise<number>
  freezeLeader(): Promise<number>
  /** Thaws all frozen nodes. */
  thaw(): void
  /** Restarts ended nodes. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

const noView = (): readonly string[] => []

const NODES = 3
const GOSSIP_MS_MAX = 500

export async function openStandInCluster(
  options: Omit<StandInOptions, 'cluster' | 'dataFile'> = {},
): Promise<StandInCluster> {
  const places = await freePlaces()
  const nodes = await Promise.all(
    places.map((_, self) => openStandIn({ ...options, cluster: { self, nodes: places } })),
  )
  const hosts = places.map(({ port }) => `127.0.0.1:${port}`)
  const states = (asked: number): Promise<readonly string[]> => gossipOf(places[asked]!)
  const cluster: StandInCluster = {
    url: `esdb://${hosts.join(',')}?tls=false`,
    nodes,
    states,
    leader: () =>
      eventually(async () => {
        // A frozen node may still consider itself the leader, but does not answer.
        for (const asked of nodes.keys()) {
          const view = await states(asked).catch(noView)
          if (view[asked] === 'leader') return asked
        }
        throw new Error('no node leads')
      }),
    settled: () =>
      eventually(async () => {
        const views = await Promise.all([...nodes.keys()].map((asked) => states(asked).catch(noView)))
        const isAgreed = views.every((one) => one.includes('leader') && one.join() === views[0]!.join())
        if (isAgreed && !views[0]!.some((state) => state === 'dead' || state === 'unknown')) return
        throw new Error(`the nodes report: ${views.map((one) => one.join(' ')).join(', ')}`)
      }),
    killLeader: async () => {
      const leader = await cluster.leader()
      await nodes[leader]!.kill()
      return leader
    },
    freezeLeader: async () => {
      const leader = await cluster.leader()
      nodes[leader]!.freeze()
      return leader
    },
    thaw: () => {
      for (const node of nodes) node.thaw()
    },
    restart: async () => void (await Promise.all(nodes.map((node) => node.start()))),
    dispose: async () => void (await Promise.all(nodes.map((node) => node.dispose()))),
  }
  await cluster.settled()
  return cluster
}

async function freePlaces(): Promise<readonly ClusterNode[]> {
  const ports = await Promise.all(Array.from({ length: 2 * NODES }, freePort))
  return Array.from({ length: NODES }, (_, node) => ({
    port: ports[2 * node]!,
    replicationPort: ports[2 * node + 1]!,
  }))
}

function gossipOf({ port }: ClusterNode): Promise<readonly string[]> {
  const client = new services.GossipClient(`127.0.0.1:${port}`, credentials.createInsecure())
  const deadline = Date.now() + GOSSIP_MS_MAX
  return new Promise((resolve, reject) => {
    client.read(new shared.Empty(), { deadline } as never, (error, info) => {
      client.close()
      if (error !== null) reject(error)
      else resolve(info.getMembersList().map(stateOf))
    })
  })
}

const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState

function stateOf(member: gossip.MemberInfo): string {
  if (!member.getIsAlive()) return 'dead'
  const state = member.getState()
  return state === LEADER ? 'leader' : state === FOLLOWER ? 'follower' : 'unknown'
}
