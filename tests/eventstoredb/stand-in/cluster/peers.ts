import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import type { ClusterSettings } from '../settings.ts'
import type { Role } from '../state.ts'
import type { Epoch } from '../log.ts'

/** Messages between nodes. Each has the sender's round, which grows with every election. */
export type Message = { readonly round: number } & (
  | { readonly kind: 'gossip'; readonly role: Role }
  /** A trial only asks for promised votes, so that a node that cannot win does not disturb a cluster with a leader. */
  | { readonly kind: 'ask-vote'; readonly isTrial: boolean; readonly epoch: number; readonly end: number }
  | { readonly kind: 'vote'; readonly isTrial: boolean; readonly isGranted: boolean }
  /** From the leader, even without new records; `from` is undefined until it knows the other's log. */
  | {
      readonly kind: 'entries'
      readonly from: number | undefined
      readonly bytes: Uint8Array
      readonly committedEnd: number
    }
  | { readonly kind: 'written'; readonly end: number }
  | { readonly kind: 'join'; readonly end: number; readonly epochs: readonly Epoch[] }
  | { readonly kind: 'truncate'; readonly end: number }
)

export interface Peers {
  /** May lose messages without a connection or with a long queue; important ones are repeated. */
  readonly send: (to: number, message: Message) => void
  readonly close: () => void
}

const LENGTH = 4
const AGAIN_MS = 100
const UNSENT_BYTES_MAX = 16 * 1024 * 1024
const HOST = '127.0.0.1'

/** Keeps each node connected with each other. */
export async function openPeers(
  { self, nodes }: ClusterSettings,
  take: (from: number, message: Message) => void,
): Promise<Peers> {
  const others = new Map<number, Socket>()
  let isOpen = true
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setNoDelay()
    eachFrame(socket, (frame) => {
      const [from, message] = deserialize(frame) as [number, Message]
      take(from, message)
    })
  })
  const reach = (to: number): void => {
    const socket = connect(nodes[to]!.replicationPort, HOST)
    socket.setNoDelay().on('error', () => undefined)
    socket.on('connect', () => others.set(to, socket))
    socket.on('close', () => {
      others.delete(to)
      if (isOpen) setTimeout(reach, AGAIN_MS, to)
    })
  }
  server.listen(nodes[self]!.replicationPort, HOST)
  await once(server, 'listening')
  for (const to of nodes.keys()) if (to !== self) reach(to)
  return {
    send: (to, message) => {
      const socket = others.get(to)
      if (socket === undefined || socket.writableLength > UNSENT_BYTES_MAX) return
      const frame = serialize([self, message])
      const length = Buffer.allocUnsafe(LENGTH)
      length.writeUInt32LE(frame.length)
      socket.cork()
      socket.write(length)
      socket.write(frame)
      socket.uncork()
    },
    close: () => {
      isOpen = false
      server.close()
      for (const socket of others.values()) socket.destroy()
    },
  }
}

function eachFrame(socket: Socket, take: (frame: Buffer) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  socket.on('data', (more: Buffer) => {
    bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    let at = 0
    while (bytes.length - at >= LENGTH) {
      const end = at + LENGTH + bytes.readUInt32LE(at)
      if (end > bytes.length) break
      take(bytes.subarray(at + LENGTH, end))
      at = end
    }
    bytes = bytes.subarray(at)
  })
}
