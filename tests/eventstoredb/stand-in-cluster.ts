import { credentials } from '@grpc/grpc-js'
import services from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { freePort } from './free-port.ts'
import { openStandIn, type StandIn, type StandInOptions } from './stand-in-process.ts'
import type { ClusterNode } from './stand-in/settings.ts'
import { eventually } from '../support/eventually.ts'

/** Three servers with one log: it takes what two of them have written. */
export interface StandInCluster {
  /** Names all three. */
  readonly url: string
  readonly nodes: readonly StandIn[]
  /** Which of them leads; waits while there is none. */
  leader(): Promise<number>
  /** Waits until all of them run and agree on who leads. */
  settled(): Promise<void>
  /** What one node believes of all, as clients ask it: by node, `dead` where it hears nothing. */
  states(asked: number): Promise<readonly string[]>
  /** At once, as a crash does. Answers which it was; so does `freezeLeader`. */
  killLeader(): Promise<number>
  freezeLeader(): Promise<number>
  /** Lets all frozen ones go on. */
  thaw(): void
  /** Starts those again that do not run. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

const nothingTold = (): readonly string[] => []

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
        // A frozen one believes that it leads, but does not say so.
        for (const asked of nodes.keys()) {
          const told = await states(asked).catch(nothingTold)
          if (told[asked] === 'leader') return asked
        }
        throw new Error('no node leads')
      }),
    settled: () =>
      eventually(async () => {
        const told = await Promise.all([...nodes.keys()].map((asked) => states(asked).catch(nothingTold)))
        const isAgreed = told.every((one) => one.includes('leader') && one.join() === told[0]!.join())
        if (isAgreed && !told[0]!.some((state) => state === 'dead' || state === 'unknown')) return
        throw new Error(`the nodes say: ${told.map((one) => one.join(' ')).join(', ')}`)
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
