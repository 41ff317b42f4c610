import type { Commits } from '../commits.ts'
import type { Log } from '../log.ts'
import type { ClusterSettings } from '../settings.ts'
import type { Member, Role } from '../state.ts'
import { startAwakeClock } from './awake-clock.ts'
import { startLeading, type Leading } from './leading.ts'
import { openPeers, type Message } from './peers.ts'
import type { Votes } from './votes.ts'

export interface ClusterMember {
  readonly role: () => Role
  readonly leader: () => number | undefined
  readonly members: () => readonly Member[]
  /** Sends written records to followers. */
  readonly share: () => void
  readonly close: () => void
}

export interface MemberDeps {
  readonly settings: ClusterSettings
  readonly log: Log
  readonly commits: Commits
  readonly votes: Votes
  /** Writes a new leader's first records. */
  readonly begin: (round: number) => void
  /** Removes records that were never acknowledged and that the leader lacks. Ends the process. */
  readonly truncate: (end: number) => void
}

const HEARTBEAT_MS = 150
const SILENT_MS = 2_000
const FIRST_ELECTION = { least: 150, spread: 300 } as const
const ELECTION = { least: 2_000, spread: 700 } as const
const NEXT_TRY = { least: 250, spread: 300 } as const
/** A node that heard a leader within this time votes for no other. */
const LOYAL_MS = 1_500
const AWAY = { role: 'unknown', heardMs: Number.NEGATIVE_INFINITY } as const

/**
 * One node of a cluster. A majority elects a new leader after some two seconds of silence of a dead or frozen one; only a
 * node with all records that a majority may have gets votes.
 */
export async function joinCluster(deps: MemberDeps): Promise<ClusterMember> {
  const { settings, log, commits, votes } = deps
  const { self, nodes } = settings
  const others = [...nodes.keys()].filter((node) => node !== self)
  const majority = Math.floor(nodes.length / 2) + 1
  const seen = new Map<number, { readonly role: Role; readonly heardMs: number }>()
  let leading: Leading | undefined
  let leader: number | undefined
  let isJoined = false
  let [awakeMs, leaderHeardMs, saidMs] = [0, Number.NEGATIVE_INFINITY, 0]
  let electionMs = after(FIRST_ELECTION)
  let supporters = new Set<number>()

  function after({ least, spread }: typeof ELECTION | typeof NEXT_TRY | typeof FIRST_ELECTION): number {
    return awakeMs + least + Math.random() * spread
  }
  function role(): Role {
    if (leading !== undefined)
      return leading.hasMajority() && log.epochs.at(-1)!.position < log.committedEnd() ? 'leader' : 'unknown'
    return leader !== undefined && isJoined && awakeMs - leaderHeardMs < SILENT_MS ? 'follower' : 'unknown'
  }
  const tellAll = (message: Message): void => {
    for (const other of others) peers.send(other, message)
  }
  const enterRound = (round: number, votedFor?: number): void => {
    votes.enter(round, votedFor)
    leading = leader = undefined
    isJoined = false
  }
  const askForVotes = (isTrial: boolean): void => {
    supporters = new Set([self])
    electionMs = after(NEXT_TRY)
    const round = votes.round() + (isTrial ? 1 : 0)
    tellAll({ kind: 'ask-vote', round, isTrial, epoch: log.epochs.at(-1)?.number ?? 0, end: log.end() })
  }
  const lead = (): void => {
    leader = self
    const epochPosition = log.end()
    deps.begin(votes.round())
    leading = startLeading({ log, commits, peers, others, round: votes.round(), epochPosition })
    leading.share(true)
  }

  function answerVote(from: number, asked: Extract<Message, { kind: 'ask-vote' }>): void {
    const { round, isTrial, epoch, end } = asked
    const ownEpoch = log.epochs.at(-1)?.number ?? 0
    const lacksNothing = epoch > ownEpoch || (epoch === ownEpoch && end >= log.end())
    const isFree = leading?.hasMajority() !== true && awakeMs - leaderHeardMs > LOYAL_MS
    const isNew = round > votes.round() || (round === votes.round() && votes.votedFor() === from)
    const isGranted = lacksNothing && isFree && isNew
    if (isGranted && !isTrial) {
      enterRound(round, from)
      electionMs = after(ELECTION)
    }
    peers.send(from, { kind: 'vote', round: isGranted ? round : votes.round(), isTrial, isGranted })
  }
  function takeVote(from: number, { round, isTrial, isGranted }: Extract<Message, { kind: 'vote' }>): void {
    const isMine = leading === undefined && round === votes.round() + (isTrial ? 1 : 0)
    if (!isGranted || !isMine || supporters.size >= majority) return
    supporters.add(from)
    if (supporters.size < majority) return
    if (!isTrial) return lead()
    enterRound(round, self)
    askForVotes(false)
  }
  function takeEntries(from: number, entries: Extract<Message, { kind: 'entries' }>): void {
    leader = from
    leaderHeardMs = awakeMs
    electionMs = after(ELECTION)
    const { round } = entries
    isJoined = entries.from === log.end()
    if (!isJoined) return peers.send(from, { kind: 'join', round, end: log.end(), epochs: [...log.epochs] })
    log.appendBytes(Buffer.from(entries.bytes))
    log.flush()
    commits.commit(Math.min(entries.committedEnd, log.end()))
    peers.send(from, { kind: 'written', round, end: log.end() })
  }
  function take(from: number, message: Message): void {
    const role = message.kind === 'gossip' ? message.role : seen.get(from)?.role
    seen.set(from, { role: role ?? 'unknown', heardMs: performance.now() })
    if (message.kind === 'ask-vote') return answerVote(from, message)
    if (message.kind === 'vote' && message.isGranted) return takeVote(from, message)
    if (message.round > votes.round()) enterRound(message.round)
    if (message.round < votes.round()) return
    if (message.kind === 'entries') takeEntries(from, message)
    else if (message.kind === 'truncate') deps.truncate(message.end)
    else if (message.kind === 'join' || message.kind === 'written') leading?.take(from, message)
  }

  const peers = await openPeers(settings, take)
  const stopClock = startAwakeClock((ms) => {
    awakeMs = ms
    if (leading?.hasMajority() === false) {
      leading = leader = undefined
      electionMs = after(ELECTION)
    }
    if (leading === undefined && awakeMs > electionMs) askForVotes(true)
    if (awakeMs - saidMs < HEARTBEAT_MS) return
    saidMs = awakeMs
    tellAll({ kind: 'gossip', round: votes.round(), role: role() })
    leading?.share(true)
  })
  return {
    role,
    leader: () => leader,
    share: () => leading?.share(false),
    members: () =>
      nodes.map(({ port }, node) => {
        if (node === self) return { port, role: role(), isAlive: true }
        const { role: told, heardMs } = seen.get(node) ?? AWAY
        return { port, role: told, isAlive: performance.now() - heardMs < SILENT_MS }
      }),
    close: () => {
      stopClock()
      peers.close()
    },
  }
}
