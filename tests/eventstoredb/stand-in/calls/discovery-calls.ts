import { randomUUID } from 'node:crypto'
import type { handleUnaryCall } from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { ServerState } from '../state.ts'

const STREAMS = 'event_store.client.streams.streams'
const VERSION = '24.10.4'

/** The server's methods; a client that finds BatchAppend among them and uses it is told that there is none. */
export function supportedMethodsCall(): handleUnaryCall<shared.Empty, features.SupportedMethods> {
  return (_call, answer) => {
    const methods = [
      methodOf('append'),
      methodOf('read', 'position', 'events'),
      methodOf('delete'),
      methodOf('tombstone'),
      methodOf('batchappend', 'deadline_duration'),
    ]
    answer(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(VERSION))
  }
}

const methodOf = (name: string, ...supported: string[]): features.SupportedMethod =>
  new features.SupportedMethod().setServiceName(STREAMS).setMethodName(name).setFeaturesList(supported)

const TICKS_PER_MS = 10_000n

/** A single server is a cluster of one, and its leader. */
export function gossipCall(state: ServerState): handleUnaryCall<shared.Empty, gossip.ClusterInfo> {
  const instanceId = randomUUID()
  return (_call, answer) => {
    const self = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(instanceId))
      .setTimeStamp(String(BigInt(Date.now()) * TICKS_PER_MS))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(state.port()))
    answer(null, new gossip.ClusterInfo().setMembersList([self]))
  }
}
